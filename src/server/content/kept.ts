/** What was made of an object under a name is given again as long as the object lives. */
export type Kept<Of extends object, Made> = (of: Of, name: string, make: () => Made) => Made;

/** Keeps what is made of objects: at most so many names of each, the one that was made first is made anew. */
export function keptOf<Of extends object, Made>(mostNames: number): Kept<Of, Made> {
  const known = new WeakMap<Of, Map<string, Made>>();
  return (of, name, make) => {
    const named = known.get(of) ?? new Map<string, Made>();
    known.set(of, named);
    const found = named.get(name);
    if (found !== undefined) return found;
    const made = make();
    if (named.size >= mostNames) named.delete(named.keys().next().value ?? '');
    named.set(name, made);
    return made;
  };
}
