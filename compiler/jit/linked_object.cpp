// Implements linked_object.h. The object's sections are placed by the access that they need (code, constants, data),
// each kind in pages of its own. After the code follow stubs: the functions of the C library that the code calls may be
// further away than a call reaches.
#include "compiler/jit/linked_object.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <new>
#include <stdexcept>

namespace ssd::jit {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::logic_error("jit: the object cannot be loaded: " + what); }

// The kinds of access, in the order in which they are placed.
enum class Access : std::uint8_t { kCode, kConstants, kData };
constexpr std::size_t kAccesses = 3;
constexpr std::array kProtections{PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};

Access access_of(const Elf64_Shdr& section) {
  if ((section.sh_flags & SHF_EXECINSTR) != 0) return Access::kCode;
  return (section.sh_flags & SHF_WRITE) != 0 ? Access::kData : Access::kConstants;
}

std::size_t rounded_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

// The bytes of the file as the tables that it contains. Every read is inside the file.
class File {
 public:
  explicit File(std::string_view bytes) : bytes_(bytes), header_(at<Elf64_Ehdr>(0)) {
    const bool fits = std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 && header_.e_ident[EI_CLASS] == ELFCLASS64 &&
                      header_.e_type == ET_REL && header_.e_machine == EM_X86_64 &&
                      header_.e_shentsize == sizeof(Elf64_Shdr);
    if (!fits) fail("it is no object file for this machine");
    for (std::size_t i = 0; i < header_.e_shnum; ++i)
      sections_.push_back(at<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
  }

  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const Elf64_Shdr& section(std::size_t index) const {
    if (index >= sections_.size()) fail("a section is missing");
    return sections_[index];
  }
  std::string_view content(const Elf64_Shdr& section) const { return part(section.sh_offset, section.sh_size); }

  template <class Entry>
  std::vector<Entry> table(const Elf64_Shdr& section) const {
    const std::string_view bytes = content(section);
    std::vector<Entry> entries(bytes.size() / sizeof(Entry));
    std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(Entry));
    return entries;
  }
  std::string_view name(const Elf64_Shdr& names, std::size_t begin) const {
    const std::string_view all = content(names);
    if (begin >= all.size()) fail("a name is missing");
    return all.substr(begin, all.find('\0', begin) - begin);
  }

 private:
  std::string_view part(std::size_t begin, std::size_t size) const {
    if (begin > bytes_.size() || size > bytes_.size() - begin) fail("it is incomplete");
    return bytes_.substr(begin, size);
  }
  template <class T>
  T at(std::size_t begin) const {
    T value;
    std::memcpy(&value, part(begin, sizeof value).data(), sizeof value);
    return value;
  }

  std::string_view bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
};

// Where each section goes, and how much of each kind there is.
struct Layout {
  std::vector<std::size_t> begins;                 // by section, from the beginning of its kind
  std::array<std::size_t, kAccesses> sizes{};      // with the stubs
  std::array<std::size_t, kAccesses + 1> kinds{};  // where each kind begins, and where the last one ends
  std::size_t stubs = 0;                           // where they begin among the code

  std::size_t place(std::size_t section, Access access) const {
    return kinds[static_cast<std::size_t>(access)] + begins[section];
  }
};

// A jump to an address of 64 bits, which follows the instruction; the address alone serves as an entry of a table of
// addresses.
constexpr std::array<unsigned char, 8> kJump{0xff, 0x25, 2, 0, 0, 0, 0x90, 0x90};
constexpr std::size_t kStub = kJump.size() + sizeof(std::uint64_t);

bool is_placed(const Elf64_Shdr& section) { return (section.sh_flags & SHF_ALLOC) != 0; }

Layout layout_of(const File& file, std::size_t most_stubs) {
  Layout layout;
  for (const Elf64_Shdr& section : file.sections()) {
    std::size_t& size = layout.sizes[static_cast<std::size_t>(access_of(section))];
    layout.begins.push_back(0);
    if (!is_placed(section)) continue;
    if (section.sh_size > std::numeric_limits<std::int32_t>::max() / 8) fail("a section is too large");
    size = rounded_up(size, std::max<std::size_t>(section.sh_addralign, 1));
    layout.begins.back() = size;
    size += section.sh_size;
  }
  layout.stubs = rounded_up(layout.sizes.front(), kStub);
  layout.sizes.front() = layout.stubs + most_stubs * kStub;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (std::size_t i = 0; i < kAccesses; ++i) layout.kinds[i + 1] = layout.kinds[i] + rounded_up(layout.sizes[i], page);
  return layout;
}

// Places the sections of one file in memory, and writes the addresses that they contain.
class Linker {
 public:
  explicit Linker(std::string_view object) : file_(object), symbols_(symbols()), layout_(layout_of(file_, outside())) {}

  std::size_t size() const { return layout_.kinds.back(); }

  void place_at(char* memory) {
    memory_ = memory;
    for (std::size_t i = 0; i < file_.sections().size(); ++i) {
      const Elf64_Shdr& section = file_.sections()[i];
      if (!is_placed(section) || section.sh_type == SHT_NOBITS || section.sh_size == 0) continue;
      const std::string_view content = file_.content(section);
      std::memcpy(place(i), content.data(), content.size());
    }
    for (const Elf64_Shdr& section : file_.sections()) {
      if (section.sh_type == SHT_RELA && is_placed(file_.section(section.sh_info))) relocate(section);
    }
  }

  void protect() const {
    for (std::size_t i = 0; i < kAccesses; ++i) {
      const std::size_t begin = layout_.kinds[i], end = layout_.kinds[i + 1];
      if (begin != end && ::mprotect(memory_ + begin, end - begin, kProtections[i]) != 0) throw std::bad_alloc();
    }
  }

  std::vector<std::pair<std::string, char*>> for_others() const {
    std::vector<std::pair<std::string, char*>> found;
    for (const Elf64_Sym& symbol : symbols_) {
      if (ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && symbol.st_shndx != SHN_UNDEF)
        found.emplace_back(name(symbol), address(symbol));
    }
    return found;
  }

 private:
  std::vector<Elf64_Sym> symbols() {
    for (const Elf64_Shdr& section : file_.sections()) {
      if (section.sh_type != SHT_SYMTAB) continue;
      names_ = &file_.section(section.sh_link);
      return file_.table<Elf64_Sym>(section);
    }
    fail("it has no symbols");
  }
  std::size_t outside() const {
    std::size_t count = 0;
    for (const Elf64_Sym& symbol : symbols_) count += symbol.st_shndx == SHN_UNDEF ? 1 : 0;
    return count;
  }
  std::string_view name(const Elf64_Sym& symbol) const { return file_.name(*names_, symbol.st_name); }

  char* place(std::size_t section) const {
    return memory_ + layout_.place(section, access_of(file_.sections()[section]));
  }
  char* address(const Elf64_Sym& symbol) const {
    const Elf64_Shdr& section = file_.section(symbol.st_shndx);
    if (!is_placed(section) || symbol.st_value > section.sh_size) fail("a symbol has no place");
    return place(symbol.st_shndx) + symbol.st_value;
  }

  // The stub of a function of the C library.
  char* stub(std::size_t symbol) {
    const auto [found, is_new] = stubs_.try_emplace(symbol, memory_ + layout_.stubs + stubs_.size() * kStub);
    if (!is_new) return found->second;
    const std::string wanted(name(symbols_[symbol]));
    const auto target = reinterpret_cast<std::uint64_t>(::dlsym(RTLD_DEFAULT, wanted.c_str()));
    if (target == 0) fail("it needs `" + wanted + "`");
    std::memcpy(found->second, kJump.data(), kJump.size());
    std::memcpy(found->second + kJump.size(), &target, sizeof target);
    return found->second;
  }

  void relocate(const Elf64_Shdr& relocations) {
    const Elf64_Shdr& section = file_.section(relocations.sh_info);
    for (const Elf64_Rela& one : file_.table<Elf64_Rela>(relocations)) {
      if (section.sh_type == SHT_NOBITS || one.r_offset > section.sh_size ||
          section.sh_size - one.r_offset < width(one))
        fail("an address is outside its section");
      write(place(relocations.sh_info) + one.r_offset, one);
    }
  }

  static std::size_t width(const Elf64_Rela& relocation) {
    return ELF64_R_TYPE(relocation.r_info) == R_X86_64_64 ? sizeof(std::uint64_t) : sizeof(std::int32_t);
  }

  void write(char* place, const Elf64_Rela& relocation) {
    const std::size_t index = ELF64_R_SYM(relocation.r_info);
    if (index >= symbols_.size()) fail("a symbol is missing");
    const bool is_outside = symbols_[index].st_shndx == SHN_UNDEF;
    switch (ELF64_R_TYPE(relocation.r_info)) {
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        write_distance(place, (is_outside ? stub(index) : address(symbols_[index])) + relocation.r_addend);
        return;
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        if (!is_outside) break;
        write_distance(place, stub(index) + kJump.size() + relocation.r_addend);
        return;
      case R_X86_64_64: {
        char* const target = (is_outside ? stub(index) : address(symbols_[index])) + relocation.r_addend;
        std::memcpy(place, &target, sizeof target);
        return;
      }
      default: break;
    }
    fail("it has an address of a kind that is not known");
  }

  // The memory is one mapping of much less than 2 GiB, so every distance within it fits.
  static void write_distance(char* place, const char* target) {
    const auto distance = static_cast<std::int32_t>(target - place);
    std::memcpy(place, &distance, sizeof distance);
  }

  File file_;
  const Elf64_Shdr* names_ = nullptr;
  std::vector<Elf64_Sym> symbols_;
  Layout layout_;
  char* memory_ = nullptr;
  std::map<std::size_t, char*> stubs_;
};

}  // namespace

void LinkedObject::Unmap::operator()(char* begin) const { ::munmap(begin, size); }

LinkedObject::LinkedObject(std::string_view object) {
  Linker linker(object);
  void* const memory =
      ::mmap(nullptr, linker.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = {static_cast<char*>(memory), Unmap{linker.size()}};
  linker.place_at(memory_.get());
  linker.protect();
  symbols_ = linker.for_others();
}

char* LinkedObject::find(std::string_view name) const {
  for (const auto& [one, place] : symbols_) {
    if (one == name) return place;
  }
  fail("it has no `" + std::string(name) + "`");
}

}  // namespace ssd::jit
