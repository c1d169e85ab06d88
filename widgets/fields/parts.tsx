import type { ReactNode } from 'react';
import type { FieldDefinition } from '#engine';

/** A field as it is drawn, by its name. */
export interface DrawnField {
  readonly name: string;
  readonly content: ReactNode;
}

/** The names of the fields of each part of a long form; none where it is not long. */
export type Parts = readonly (readonly string[])[];

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
  const parts: string[][] = [];
  let part: string[] | undefined;
  for (const { name, isWide } of type.fields) {
    if (shared.has(name)) part = undefined;
    else if (part && part.length < (isWide ? partFields.enough : partFields.most)) part.push(name);
    else {
      part = [name];
      parts.push(part);
    }
  }
  return parts;
}

/** Fields, each with what stands around it, in their order and their parts. */
export function inParts(drawn: readonly DrawnField[], parts: Parts): readonly ReactNode[] {
  if (parts.length === 0) return drawn.map(({ content }) => content);
  const contents = new Map(drawn.map(({ name, content }) => [name, content]));
  const partOf = new Map(parts.flatMap((part) => part.map((name) => [name, part])));
  const placed = new Set<readonly string[]>();
  return drawn.map(({ name, content }) => {
    const part = partOf.get(name);
    if (part === undefined) return content;
    if (placed.has(part)) return null;
    placed.add(part);
    return (
      <div key={`-part-${part[0]}`} className="sw-fields sw-fields--part">
        {part.map((inside) => contents.get(inside))}
      </div>
    );
  });
}
