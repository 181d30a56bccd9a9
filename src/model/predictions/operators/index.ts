/** The operators by name. A new operator is one function in a file of its family, and one line here. */

import { inCIDR } from "./address.js";
import { count } from "./count.js";
import type { Operator } from "./operator.js";
import { before, between, within } from "./quantity.js";
import { changed, differentNamespace, sameNamespace, unchanged } from "./relation.js";
import { contains, equals, matches, sameSet } from "./value.js";

/** `absent` is not here: it speaks about a value that is not there, and judge.ts answers it. */
export const operators: Record<string, Operator> = {
  equals,
  matches,
  contains,
  sameSet,
  changed,
  unchanged,
  sameNamespace,
  differentNamespace,
  within,
  between,
  before,
  count,
  inCIDR,
};
