/** One run among others: `met` names the chapters whose runs it met so far, sorted; `leave` says that it is over. */
export interface Stay {
  met(): string[];
  leave(): void;
}

/** Who runs at one time. Two runs have met when neither was over before the other began. */
export function company(): { enter(chapter: string): Stay } {
  const present = new Map<string, Set<string>>();
  return {
    enter(chapter) {
      const met = new Set(present.keys());
      for (const theirs of present.values()) theirs.add(chapter);
      present.set(chapter, met);
      return { met: () => [...met].sort(), leave: () => present.delete(chapter) };
    },
  };
}
