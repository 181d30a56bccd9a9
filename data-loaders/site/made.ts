/** Where the files lie that a build makes for its pages, relative to the source root and to the built site alike. */
export const MADE = "data/made";
