/** `taken`: as it is. `changed`: as something similar, which `became` names. `left-out`: not at all. */
export type ImportOutcome = 'taken' | 'changed' | 'left-out';

/** One line of the report: an element of the other program's form, or one of its properties. */
export interface ImportLine {
  /** JSON Pointer of the element or property in the source. */
  readonly pointer: string;
  /** The name of the element in the source; a description of it if it has none. */
  readonly element: string;
  /** Absent if the line is about the element as a whole. */
  readonly property?: string;
  readonly outcome: ImportOutcome;
  /** The result of a change, as the end of the sentence "taken as …". */
  readonly became?: string;
  /** The reason why it was left out, without a final period. */
  readonly reason?: string;
  /** One thing that a person can do about it, as a command. */
  readonly remedy?: string;
  /** True if no visitor notices that it was left out, because it is about looks or the other program. */
  readonly isHarmless?: true;
}

/** A part of a line that says what happened. */
export type ImportResult = Pick<ImportLine, 'outcome' | 'became' | 'reason' | 'remedy' | 'isHarmless'>;

/** Collects the lines of a report by pointer. A later line about a pointer replaces the earlier one. */
export interface ImportLines {
  readonly set: (line: ImportLine) => void;
  /** Replaces the result at a pointer, or at the nearest pointer above it that has a line. */
  readonly change: (pointer: string, result: ImportResult) => void;
  readonly get: (pointer: string) => ImportLine | undefined;
  /** Returns the line at a pointer, else that of the nearest pointer above it. */
  readonly find: (pointer: string) => ImportLine | undefined;
  /** Returns the lines in the order in which their pointers were set first. */
  readonly list: () => readonly ImportLine[];
}

export function createImportLines(): ImportLines {
  const lines = new Map<string, ImportLine>();
  const find = (pointer: string) => {
    let at = pointer;
    while (at !== '' && !lines.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    return lines.get(at);
  };
  return {
    set: (line) => void lines.set(line.pointer, line),
    get: (pointer) => lines.get(pointer),
    find,
    change(pointer, result) {
      const line = find(pointer);
      if (line === undefined) lines.set(pointer, { pointer, element: 'the form', ...result });
      else {
        const { pointer: at, element, property } = line;
        lines.set(at, { pointer: at, element, ...(property !== undefined && { property }), ...result });
      }
    },
    list: () => [...lines.values()],
  };
}

/** Reads the properties of one element, and reports what became of each. */
export interface ElementReader {
  readonly pointer: string;
  readonly element: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly lines: ImportLines;
  /** Returns the pointer of a property. */
  readonly at: (...path: readonly (string | number)[]) => string;
  /** Reports properties as taken; those that the element does not have are skipped. */
  readonly take: (...properties: readonly string[]) => void;
  readonly change: (property: string, became: string) => void;
  readonly leaveOut: (property: string, reason: string, remedy?: string) => void;
  /** Reports a property as left out that no visitor notices. */
  readonly ignore: (property: string, reason: string) => void;
  /** Returns true if a property of the element has no line yet. */
  readonly isOpen: (property: string) => boolean;
  /** Reports the element as a whole. */
  readonly takeElement: (became?: string) => void;
  readonly leaveElementOut: (reason: string, remedy?: string) => void;
  /** Reports the element as a whole as left out, which no visitor notices. */
  readonly ignoreElement: (reason: string) => void;
  /**
   * Reports every property without a line as left out. `known` returns the reason why a property is ignored,
   * if it is one that no visitor notices.
   */
  readonly finish: (known: (property: string) => string | undefined) => void;
}

export interface ElementPlace {
  readonly pointer: string;
  /** The property that has the object, if it is a part of an element. */
  readonly property?: string;
  readonly element: string;
  readonly source: Readonly<Record<string, unknown>>;
}

/** Escapes one segment of a JSON Pointer (RFC 6901, section 3). */
export function extendPointer(pointer: string, ...path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (before, segment) => `${before}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
}

/** Creates a reader for an element or a part of one, which is reported as taken until something else is reported. */
export function createElementReader(
  { pointer, element, property: part, source }: ElementPlace,
  lines: ImportLines,
): ElementReader {
  const setElement = (result: ImportResult) =>
    lines.set({ pointer, element, ...(part !== undefined && { property: part }), ...result });
  setElement({ outcome: 'taken' });
  const setProperty = (property: string, result: ImportResult) => {
    if (Object.hasOwn(source, property) && source[property] !== undefined)
      lines.set({
        pointer: extendPointer(pointer, property),
        element,
        property: part === undefined ? property : `${part}.${property}`,
        ...result,
      });
  };
  const isOpen = (property: string) =>
    Object.hasOwn(source, property) && lines.get(extendPointer(pointer, property)) === undefined;
  return {
    pointer,
    element,
    source,
    lines,
    at: (...path) => extendPointer(pointer, ...path),
    take: (...properties) => {
      for (const property of properties) setProperty(property, { outcome: 'taken' });
    },
    change: (property, became) => setProperty(property, { outcome: 'changed', became }),
    leaveOut: (property, reason, remedy) =>
      setProperty(property, { outcome: 'left-out', reason, ...(remedy !== undefined && { remedy }) }),
    ignore: (property, reason) => setProperty(property, { outcome: 'left-out', reason, isHarmless: true }),
    isOpen,
    takeElement: (became) =>
      setElement(became === undefined ? { outcome: 'taken' } : { outcome: 'changed', became }),
    ignoreElement: (reason) => setElement({ outcome: 'left-out', reason, isHarmless: true }),
    leaveElementOut: (reason, remedy) =>
      setElement({ outcome: 'left-out', reason, ...(remedy !== undefined && { remedy }) }),
    finish(known) {
      for (const property of Object.keys(source).filter(isOpen)) {
        const reason = known(property);
        if (reason !== undefined) setProperty(property, { outcome: 'left-out', reason, isHarmless: true });
        else
          setProperty(property, {
            outcome: 'left-out',
            reason: 'forms of Slipway have nothing like it',
            remedy: 'see whether visitors need it, and describe it in the schema or a rule',
          });
      }
    },
  };
}

/** Returns true if a line is about something that visitors lose. */
export function isLoss({ outcome, isHarmless }: ImportLine): boolean {
  return outcome === 'left-out' && isHarmless !== true;
}

/** Formats a line: `age, visibleIf: left out: … (/pages/0/elements/1/visibleIf)`. */
function formatImportLine({
  pointer,
  element,
  property,
  outcome,
  became,
  reason,
  remedy,
}: ImportLine): string {
  const what = property === undefined ? element : `${element}, ${property}`;
  const results: Readonly<Record<ImportOutcome, string>> = {
    taken: 'taken as it is',
    changed: `taken as ${became}`,
    'left-out': `left out: ${reason}${remedy === undefined ? '' : `; ${remedy}`}`,
  };
  return `${what}: ${results[outcome]} (${pointer === '' ? '/' : pointer})`.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}

/** Returns the number of lines about something that visitors lose. */
export function countLosses(lines: readonly ImportLine[]): number {
  return lines.filter(isLoss).length;
}

interface ReportedImport {
  /** The title of the source. Absent if it was not detected. */
  readonly source?: string;
  /** The reason why nothing is imported. Absent if something is. */
  readonly reason?: string;
  readonly lines: readonly ImportLine[];
}

/**
 * Formats the report: a title, the reason why nothing is written, what visitors lose, then each line in the
 * order of the source.
 * @param file The name of the source's file.
 */
export function formatImportReport({ source, reason, lines }: ReportedImport, file: string): string {
  const losses = lines.filter(isLoss);
  const formatLine = (line: ImportLine) => `  ${formatImportLine(line)}`;
  return [
    `Import of ${file}${source === undefined ? '' : ` (${source})`}`,
    '',
    ...(reason === undefined ? [] : [`Nothing is written: ${reason}.`, '']),
    ...(losses.length === 0 ? [] : ['What visitors lose:', ...losses.map(formatLine), '']),
    ...(lines.length === 0 ? [] : ['Each element and property:', ...lines.map(formatLine), '']),
  ].join('\n');
}

/** The number of elements (not properties) by outcome. */
export function countElements(lines: readonly ImportLine[]): Readonly<Record<ImportOutcome, number>> {
  const count = (outcome: ImportOutcome) =>
    lines.filter((line) => line.property === undefined && line.outcome === outcome).length;
  return { taken: count('taken'), changed: count('changed'), 'left-out': count('left-out') };
}

/** Returns a short JSON text of a value for a message, at most 80 characters. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
