/*
 * Functions that parse names of facts. They are separate from `facts.ts`, so that a page need not load the
 * table.
 */

const valuePrefix = 'values.';
const optionsPrefix = 'options.';
const itemPrefix = 'item.';

/** Returns the field of a fact `options.<field>`, or undefined for other facts. */
export function getOptionsField(name: string): string | undefined {
  return name.startsWith(optionsPrefix) ? name.slice(optionsPrefix.length) : undefined;
}

/** Returns the name after `item.` in a fact of an option, or undefined for other facts. */
export function getItemProperty(name: string): string | undefined {
  return name.startsWith(itemPrefix) ? name.slice(itemPrefix.length) : undefined;
}

/**
 * Returns the field that a fact `values.<field>` reads, also for a value inside the field. Returns undefined
 * for other facts.
 */
export function getFactField(name: string): string | undefined {
  return getFactPath(name)?.split('.')[0];
}

/**
 * Returns the path that a fact `values.<path>` reads: a field, or a value inside one (`boat.make`). Returns
 * undefined for other facts.
 */
export function getFactPath(name: string): string | undefined {
  return name.startsWith(valuePrefix) ? name.slice(valuePrefix.length) : undefined;
}
