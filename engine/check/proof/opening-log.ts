import { typeField } from '../../model/names.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import type { ScenarioDocument } from '../scenarios/index.ts';
import type { Opening } from './openings.ts';

export interface OpeningLog {
  /** Counts a page that offers no enquiry type. A page that offers one is ignored. */
  readonly add: (opening: Opening) => void;
  /** Returns one finding about all counted pages; empty if there are none. */
  readonly findings: () => readonly Finding[];
}

/**
 * Creates an empty log of pages that open without any enquiry type on offer. It counts them, and stores the
 * first of those whose situation differs least from the usual one.
 */
export function createOpeningLog(document: ScenarioDocument, locator: DocumentLocator): OpeningLog {
  let smallest: Opening | undefined;
  let situations = 0;
  return {
    add(opening) {
      const isOffered = opening.plan.fields.some(
        ({ name, options }) => name === typeField && options?.length,
      );
      if (isOffered) return;
      situations += 1;
      if (smallest === undefined || opening.unusual < smallest.unusual) smallest = opening;
    },
    findings: () =>
      smallest === undefined ? [] : [createOpeningFinding(smallest, situations, document, locator)],
  };
}

/**
 * Creates the finding `no-type-offered` for a page. It names the rules that exclude the types, is positioned
 * at the first of them, and contains a scenario that expects an offered type and therefore fails.
 * @param situations The number of pages without an offered type.
 */
function createOpeningFinding(
  { plan, words, form }: Opening,
  situations: number,
  document: ScenarioDocument,
  locator: DocumentLocator,
): Finding {
  const rules = [...new Set(Object.values(plan.because.excludedTypes).flat())];
  const [first = ''] = rules;
  const { types: _types, ...on } = words;
  const isUsual = document.usual.types?.length === form.types.length;
  return createFinding({
    ...(first === ''
      ? { file: 'enquiry-types.json', pointer: '' }
      : locator.rule(first, 'then', 'excludeTypes')),
    code: 'no-type-offered',
    reason: `no enquiry type is offered: ${rules.map((id) => `"${id}"`).join(', ')} exclude all of them; change one of these rules so that a type is left`,
    situations,
    scenario: {
      name: 'Some enquiry type is offered',
      on: isUsual ? on : words,
      expect: { section: 'shown' },
    },
  });
}
