/*
 * What the names of facts say, apart from `facts.ts`: a page reads names, and need not carry the table.
 */

const valuePrefix = 'values.';
const optionsPrefix = 'options.';
const itemPrefix = 'item.';

/** The field that a fact of the form `options.<field>` is about; undefined for other facts. */
export function optionsOfFact(name: string): string | undefined {
  return name.startsWith(optionsPrefix) ? name.slice(optionsPrefix.length) : undefined;
}

/** What a fact of the form `item.<fact>` asks of an option; undefined for other facts. */
export function itemFact(name: string): string | undefined {
  return name.startsWith(itemPrefix) ? name.slice(itemPrefix.length) : undefined;
}

/** The field that a fact of the form `values.<field>` reads, or reads something inside of; undefined for other facts. */
export function fieldOfFact(name: string): string | undefined {
  return placeOfFact(name)?.split('.')[0];
}

/** The place that such a fact reads: a field, or names that lead on into one (`boat.make`). */
export function placeOfFact(name: string): string | undefined {
  return name.startsWith(valuePrefix) ? name.slice(valuePrefix.length) : undefined;
}
