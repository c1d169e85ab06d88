import type { Form, FormType } from '../../model/types.ts';
import { isUploadWidget } from '../../model/uploads.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import names from './interface-texts.json' with { type: 'json' };

/** Keys of texts that pages, mails and answers of the server use for any form. */
export const interfaceTexts: ReadonlySet<string> = new Set(names);

/** Texts that are used only if some type needs them. The first pattern that matches a key decides. */
const usageConditions: readonly (readonly [names: RegExp, isNeeded: (type: FormType) => boolean])[] = [
  // Other texts replace these, or `compile` requires them where they are needed.
  [/^(formats|branch|mail\.receipt)\.|^mail\.labels\.version$/, () => false],
  [/^photos\./, ({ fields }) => fields.some(({ widget }) => isUploadWidget(widget))],
  [/^files\./, ({ fields }) => fields.some(({ widget }) => widget === 'files')],
  [/^(step|check)\./, ({ steps = [] }) => steps.length > 0],
  [
    /^(branch|show-fields|property-name|item-label|(add|remove|move)-item|announce\.item-)/,
    ({ fields }) => fields.some(({ kind }) => kind === 'json'),
  ],
];

const maxNames = 20;

/**
 * Returns one finding that names the texts of the interface that the fallback language lacks, at most
 * `maxNames` of them. Visitors would see the keys of these texts. Empty if none is missing.
 */
export function lintInterfaceTexts(form: Form, locator: DocumentLocator): readonly Finding[] {
  const { fallbackLocale } = form.settings;
  const texts = form.texts[fallbackLocale] ?? {};
  const missing = names.filter((name) => texts[name] === undefined && isTextNeeded(name, form));
  if (missing.length === 0) return [];
  const named = missing.slice(0, maxNames).map((name) => `"${name}"`);
  const more = missing.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const what = missing.length === 1 ? 'the text' : `${missing.length} texts`;
  const reason = `${what} of the interface ${missing.length === 1 ? 'is' : 'are'} missing, and visitors would see the key instead: ${list}; copy what is missing from the texts that come with Slipway (schemas/texts/en.json)`;
  return [createFinding({ ...locator.text(fallbackLocale), code: 'missing-interface-text', reason })];
}

/** Returns true if a type of the form needs the text, or if `usageConditions` does not mention it. */
function isTextNeeded(name: string, { types }: Form): boolean {
  const condition = usageConditions.find(([pattern]) => pattern.test(name));
  return condition === undefined || types.some(condition[1]);
}
