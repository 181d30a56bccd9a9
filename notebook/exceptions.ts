/**
 * The only numbers that prose may hold without evidence or source: names in which a digit is part of the name.
 * Everything else is bound (`{{…}}`), footnoted in its sentence, or code.
 */
export const exceptions: RegExp[] = [
  /\bIPv[46]\b/g,
  /\bHTTP\/[12](?:\.1)?\b/g,
  /\bSHA-?(?:256|512)\b/g,
  /\bUTF-8\b/g,
  /\bx86_64\b|\bamd64\b|\barm64\b/g,
  /\bcgroups? v[12]\b|\bcgroup[12]\b/gi,
  /\b(?:L|[Ll]ayer )[2-7]\b|[二三四七]层/g,
  /\bPID 1\b|\bUID 0\b/g,
  /\bRFC \d+\b|\bKEP-\d+\b/g,
  /\b(?:veth|eth)\d+\b/g,
  /\bk8s\b|\bs390x\b|\bk3s\b/g,
  // chapters of this book
  /\b[cek]\d{2}\b/g,
  // numbers of exercises, figures and steps of a list
  /\b[Ee]xercise \d\b|练习 ?\d/g,
];

/** Numbers in words are refused only with a unit after them: a count of things that the sentence itself lists is prose. */
export const spelledOut: Record<"en" | "zh", RegExp> = {
  en: /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half a)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))? (?:milliseconds?|seconds?|minutes?|hours?|bytes?|kilobytes?|megabytes?|percent)\b/gi,
  zh: /[零一二两三四五六七八九十百千半]+个?(?:毫秒|秒钟?|分钟|小时|字节|成)/g,
};
