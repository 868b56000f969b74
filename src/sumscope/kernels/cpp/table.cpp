// Score tables and JSON as bytes; python/table.py says what each function does and is held against
// this one by tests.
#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "shared/interrupt.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sumscope;

namespace {

std::string_view utf8(nb::handle text) {
    if (!PyUnicode_Check(text.ptr())) throw nb::type_error("names and reasons are str");
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
}

// As Python's repr does. Scores have five decimals as a rule: a number that is the nearest one to
// so short a decimal has this decimal for its shortest spelling.
void put_number(std::string& out, double value) {
    const double size = std::fabs(value), scaled = size * 1e5;
    if (size >= 1e-4 && size < 1e9) {
        std::uint64_t digits = static_cast<std::uint64_t>(scaled + 0.5);
        if (static_cast<double>(digits) / 1e5 == size) {
            char made[24];
            char* at = made + sizeof made;
            int left = 5;
            while (left > 1 && digits % 10 == 0) {
                digits /= 10;
                left--;
            }
            for (; left > 0; left--, digits /= 10) *--at = static_cast<char>('0' + digits % 10);
            *--at = '.';
            do {
                *--at = static_cast<char>('0' + digits % 10);
                digits /= 10;
            } while (digits != 0);
            if (value < 0) *--at = '-';
            out.append(at, made + sizeof made);
            return;
        }
    }
    char* made = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
    if (made == nullptr) throw nb::python_error();
    out += made;
    PyMem_Free(made);
}

void put_cell(std::string& out, std::string_view text) {
    const std::size_t sign = text.find_first_not_of('\'');
    const bool formula = sign != std::string_view::npos &&
                         std::string_view("=+-@\t\r").find(text[sign]) != std::string_view::npos;
    const bool quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (quoted) out += '"';
    if (formula) out += '\'';
    if (!quoted) {
        out += text;
        return;
    }
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

double number(nb::handle value) {
    const double found = PyFloat_AsDouble(value.ptr());
    if (found == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return found;
}

nb::bytes csv_rows(nb::handle measures, nb::handle peers) {
    std::vector<std::string> names;
    for (nb::handle measure : nb::borrow<nb::iterable>(measures)) {
        put_cell(names.emplace_back(), utf8(measure));
        names.back() += ',';
    }
    Interrupt interrupt;
    std::string out, start;
    for (nb::handle given : nb::borrow<nb::iterable>(peers)) {
        nb::tuple row;
        if (!nb::try_cast(given, row) || row.size() != 4)
            throw nb::type_error("a peer is a tuple: topic, peer, human, values");
        const nb::object values = row[3];
        const bool list = PyList_Check(values.ptr());
        if (!list && !PyTuple_Check(values.ptr())) throw nb::type_error("values are a list");
        if (nb::len(values) != names.size())
            throw std::invalid_argument("a peer has one value for each measure");
        start.clear();
        put_cell(start, utf8(row[0]));
        start += ',';
        put_cell(start, utf8(row[1]));
        const int human = PyObject_IsTrue(nb::object(row[2]).ptr());
        if (human < 0) throw nb::python_error();
        start += human ? ",true," : ",false,";
        for (std::size_t i = 0; i < names.size(); i++) {
            const nb::object value =
                nb::steal(PySequence_GetItem(values.ptr(), static_cast<Py_ssize_t>(i)));
            if (!value.is_valid()) throw nb::python_error();
            out += start;
            out += names[i];
            if (PyUnicode_Check(value.ptr())) {
                out += ',';
                put_cell(out, utf8(value));
            } else {
                put_number(out, number(value));
                out += ',';
            }
            out += '\n';
        }
        interrupt.spend(64 * (1 + names.size()));
    }
    return nb::bytes(out.data(), out.size());
}

void put_text(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    std::size_t from = 0;
    for (std::size_t i = 0; i < text.size(); i++) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        out.append(text, from, i - from);
        from = i + 1;
        const std::size_t known = std::string_view("\"\\\b\f\n\r\t").find(text[i]);
        out += '\\';
        if (known != std::string_view::npos) {
            out += "\"\\bfnrt"[known];
        } else {
            out += "u00";
            out += kHex[c >> 4];
            out += kHex[c & 15];
        }
    }
    out.append(text, from);
    out += '"';
}

class Depth {
  public:
    Depth() {
        if (Py_EnterRecursiveCall(" while a value is written as JSON") != 0)
            throw nb::python_error();
    }
    ~Depth() { Py_LeaveRecursiveCall(); }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
};

void put_json(std::string& out, nb::handle value, Interrupt& interrupt) {
    PyObject* const one = value.ptr();
    interrupt.spend(32);
    if (one == Py_None) {
        out += "null";
    } else if (one == Py_True || one == Py_False) {
        out += one == Py_True ? "true" : "false";
    } else if (PyUnicode_Check(one)) {
        put_text(out, utf8(value));
    } else if (PyFloat_Check(one)) {
        const double found = number(value);
        if (std::isfinite(found)) {
            put_number(out, found);
        } else {
            out += std::isnan(found) ? "NaN" : found > 0 ? "Infinity" : "-Infinity";
        }
    } else if (PyLong_Check(one)) {
        // An int of a subclass, too, by its number.
        const nb::object digits = nb::steal(PyNumber_ToBase(one, 10));
        if (!digits.is_valid()) throw nb::python_error();
        out += utf8(digits);
    } else if (PyList_Check(one) || PyTuple_Check(one)) {
        const Depth depth;
        const char* between = "[";
        for (nb::handle item : nb::borrow<nb::iterable>(value)) {
            const nb::object held = nb::borrow(item);
            out += between;
            put_json(out, held, interrupt);
            between = ", ";
        }
        out += *between == '[' ? "[]" : "]";
    } else if (PyDict_Check(one)) {
        const Depth depth;
        const char* between = "{";
        const nb::object items = nb::steal(PyDict_Items(one));
        if (!items.is_valid()) throw nb::python_error();
        for (nb::handle pair : nb::borrow<nb::list>(items)) {
            const auto item = nb::borrow<nb::tuple>(pair);
            const nb::object name = item[0];
            if (!PyUnicode_Check(name.ptr())) throw nb::type_error("names are str");
            out += between;
            put_text(out, utf8(name));
            out += ": ";
            put_json(out, item[1], interrupt);
            between = ", ";
        }
        out += *between == '{' ? "{}" : "}";
    } else {
        throw nb::type_error("JSON has no such value");
    }
}

nb::bytes json_line(nb::handle value) {
    Interrupt interrupt;
    std::string out;
    put_json(out, value, interrupt);
    return nb::bytes(out.data(), out.size());
}

}  // namespace

NB_MODULE(_table, m) {
    m.doc() = "Score tables and JSON as bytes; python.table says what each function does.";
    m.def("csv_rows", &csv_rows, "measures"_a, "peers"_a);
    m.def("json_line", &json_line, "value"_a.none());
}
