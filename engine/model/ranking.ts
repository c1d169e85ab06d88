import type { Json } from './types.ts';

/** The position of each choice, from 1, in the order of the choices; undefined for one without a position. */
export type Positions = readonly (number | undefined)[];

/**
 * Returns the positions that the value of a ranking gives its choices. Positions that are no whole number
 * from 1 to the number of choices, and values that are no choice, are ignored.
 * @param value A list of choices, the first one first, or an object of `joinPositions`.
 */
export function readPositions(value: unknown, choices: readonly unknown[]): Positions {
  if (Array.isArray(value)) {
    const ranked = value.filter((item) => choices.includes(item));
    return choices.map((choice) => ranked.indexOf(choice) + 1 || undefined);
  }
  const byChoice = Object(value);
  return choices.map((choice) => {
    const key = String(choice);
    const position: unknown = Object.hasOwn(byChoice, key) ? byChoice[key] : undefined;
    const isValid = Number.isInteger(position) && Number(position) >= 1 && Number(position) <= choices.length;
    return isValid ? Number(position) : undefined;
  });
}

/**
 * Returns the value of a ranking: the choices with a position as a list, the first one first; undefined if
 * none has one. If two share a position, it returns the positions as an object, which no schema of a ranking
 * accepts, so that the visitor is asked again and sees what was entered: `{speed: 1, price: 1}`.
 */
export function joinPositions(positions: Positions, choices: readonly Json[]): Json | undefined {
  const taken = positions.filter((position) => position !== undefined);
  if (taken.length === 0) return undefined;
  if (new Set(taken).size === taken.length) return sortByPosition(positions, choices).slice(0, taken.length);
  return Object.fromEntries(
    choices.flatMap((choice, index) => {
      const position = positions[index];
      return position === undefined ? [] : [[String(choice), position] as const];
    }),
  );
}

/** Returns true for an object of `joinPositions`: at least two choices, two of them with one position. */
export function hasSharedPositions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const positions: readonly unknown[] = Object.values(value);
  return positions.every(Number.isInteger) && new Set(positions).size < positions.length;
}

/**
 * Returns the choices by their positions; those without one come last. Equal ones stay in the order of the
 * choices.
 */
export function sortByPosition<Choice>(positions: Positions, choices: readonly Choice[]): Choice[] {
  const placed = choices.map((choice, index) => ({
    choice,
    position: positions[index] ?? choices.length + 1,
  }));
  return placed.sort((one, other) => one.position - other.position).map(({ choice }) => choice);
}

/**
 * Returns the last part of the name of the control for the position of a choice: `toPositionKey('low price')
 * // 'low%20price'`. The choice is encoded, because brackets separate the parts of a name.
 */
export function toPositionKey(choice: unknown): string {
  return encodeURIComponent(String(choice).toWellFormed());
}
