/**
 * A JSON reader for a node that has neither jq nor python: functions of awk (mawk, gawk, busybox) that read JSON line by
 * line, whatever its white space, its order of keys and the fields that it has besides. JSON has no newline inside a
 * string, so a line is a safe unit, and what stands around the JSON may be left out.
 *
 * The program that uses them gives `json_line(line)` every line and defines two functions: `json_leaf(path, value)` for
 * each string, number, true, false and null, and `json_end(path)` for each object and array that ends. A path is the keys
 * and `[]` for each array, joined by tabs, which JSON has no raw ones of: `items<tab>[]<tab>id`. Call `json_reset()`
 * where another text begins.
 */
export const AWK_JSON = String.raw`
  function json_reset() { json_deep = 0; json_in = json_is_word = 0; json_path[0] = "" }
  function json_line(line,   n, i, part, tail) {
    n = split(line, part, "\"")
    for (i = 1; i <= n; i++) {
      if (!json_in) { if (i > 1) { json_in = 1; json_text = "" } else { json_scan(part[i]); continue } }
      json_text = json_text part[i]
      # an odd number of backslashes before the quote: it belongs to the string
      match(part[i], /\\*$/)
      if (RLENGTH % 2) { json_text = json_text "\""; continue }
      json_in = 0; json_word = json_text; json_is_word = 1
      if (i < n) json_scan(part[++i])
    }
    json_in = 0
  }
  function json_scan(rest,   c) {
    gsub(/[ \t\r]+/, "", rest)
    while (rest != "") {
      c = substr(rest, 1, 1)
      if (c == "{" || c == "[") {
        json_deep++; json_key[json_deep] = c == "[" ? "[]" : ""; json_put()
      } else if (c == ":") {
        json_key[json_deep] = json_plain(json_word); json_is_word = 0; json_put()
      } else if (c == "," || c == "}" || c == "]") {
        json_value()
        if (c != ",") { if (json_deep) json_deep--; json_end(json_path[json_deep]) }
      } else {
        match(rest, /^[^][{}:,]+/); json_word = substr(rest, 1, RLENGTH); json_is_word = 2
        rest = substr(rest, RLENGTH + 1); continue
      }
      rest = substr(rest, 2)
    }
  }
  function json_put() {
    json_path[json_deep] = json_path[json_deep - 1] (json_deep > 1 && json_path[json_deep - 1] != "" ? "\t" : "") json_key[json_deep]
  }
  function json_value() {
    if (json_is_word) json_leaf(json_path[json_deep], json_is_word == 1 ? json_plain(json_word) : json_word)
    json_is_word = 0
  }
  # A string without its escapes. What is not ASCII stays as it is written: nothing here is compared with it.
  function json_plain(s,   out, c, hex) {
    if (index(s, "\\") == 0) return s
    out = ""
    while (match(s, /\\./)) {
      out = out substr(s, 1, RSTART - 1); c = substr(s, RSTART + 1, 1); s = substr(s, RSTART + 2)
      if (c == "u") {
        hex = tolower(substr(s, 1, 4))
        if (substr(hex, 1, 2) == "00" && index("01234567", substr(hex, 3, 1)) > 0) {
          out = out sprintf("%c", (index("0123456789abcdef", substr(hex, 3, 1)) - 1) * 16 + index("0123456789abcdef", substr(hex, 4, 1)) - 1)
          s = substr(s, 5)
        } else out = out "\\u"
      } else out = out (c == "n" ? "\n" : c == "t" ? "\t" : c == "r" ? "\r" : c == "b" ? "\b" : c == "f" ? "\f" : c)
    }
    return out s
  }
`;
