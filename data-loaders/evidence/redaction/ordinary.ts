/** What is never taken for a secret, however it is named: masking it would hide what the evidence is about. */

/** Shorter values are masked where they are declared, but not searched for elsewhere. */
export const MIN_LENGTH = 6;

const words = new Set(
  (
    "true false null none nil yes no on off enabled disabled default string boolean object unknown " +
    "kube-system kube-public localhost default-token admin administrator root postgres production staging " +
    "password passwd secret token credential credentials redacted data+omitted opaque kubernetes " +
    "optional required bearer basic strict always never ifnotpresent"
  ).split(" "),
);

const shapes = [
  /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/, // a number
  /^\d{1,3}(\.\d{1,3}){3}(:\d+|\/\d+)?$/, // an IPv4 address
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, // a UID
  /^([\w.+-]+:)?sha(256|512):[0-9a-f]+$/i, // a digest
  /@sha256:[0-9a-f]{64}$/, // an image by digest
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, // a time
  /^\/(var|etc|run|home|root|tmp|usr|opt|proc|sys|dev|mnt|data|app|secrets?)(\/|$)/, // a path
  /^[a-z][a-z0-9+.-]*:\/\/[^@\s]*$/i, // a URL without credentials
  /^\$[({]/, // a reference to another variable
  /^<.*>$/, // <set to the key …>, <unset>
  /^\{\{/, // a template
  /^\[masked:/,
  /^(.)\1*$/s, // the same character over and over
];

/** A value that says nothing secret, by its shape or because it is an everyday word. */
export function isOrdinary(value: string): boolean {
  return words.has(value.toLowerCase()) || shapes.some((shape) => shape.test(value));
}

/** Worth searching for elsewhere. */
export function isLearnable(value: string): boolean {
  return value.length >= MIN_LENGTH && !isOrdinary(value);
}

/** Keys of a Secret that describe and do not hide: masked in the Secret itself, not searched for elsewhere. */
export function isDescriptiveKey(key: string): boolean {
  return /^(namespace|ca\.crt|tls\.crt|username|user|host|hostname|port|database|dbname|db|name|type|scheme|region)$/i.test(
    key,
  );
}
