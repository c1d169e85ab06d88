import type { FieldDefinition } from '#engine';

/** The parts of a long form, each the names of its fields, in runs of those that follow each other; none where it is not long. */
export type Parts = readonly Run[];

/** Parts that follow each other. */
export type Run = readonly (readonly string[])[];

/** What of an enquiry type its parts are made of. */
interface PartedType {
  readonly fields: readonly Pick<FieldDefinition, 'name' | 'isWide'>[];
}

/** As many fields as a form has whose parts would be worth anything: shorter ones are laid out and painted as quickly in one. */
const longFormFields = 48;

/** How many fields make a part: enough where a wide one begins a row anyway, and never more (even: narrow ones stand in pairs). */
const partFields = { enough: 12, most: 24 } as const;

/**
 * The parts of a long form. A browser lays out and paints a part by itself, so that a key costs what its part costs, and not what the form
 * does. They go by what a type has, not by what is shown, and leave out what other types have as well: whatever the rules or a visitor
 * choose, no field changes its part, and with it its element.
 */
export function partsOf(type: PartedType | undefined, types: readonly PartedType[]): Parts {
  if (type === undefined || type.fields.length < longFormFields) return [];
  const others = types.filter((other) => other !== type);
  const shared = new Set(others.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const runs: string[][][] = [];
  let run: string[][] | undefined;
  for (const { name, isWide } of type.fields) {
    const part = run?.at(-1);
    if (shared.has(name)) run = undefined;
    else if (part && part.length < (isWide ? partFields.enough : partFields.most)) part.push(name);
    else if (run) run.push([name]);
    else {
      run = [[name]];
      runs.push(run);
    }
  }
  return runs;
}
