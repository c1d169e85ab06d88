import { type ReactNode, useId, useMemo, useState } from 'react';
import type { Values } from '#engine';
import {
  listSchemaChoices,
  listTextLocales,
  type OutlineField,
  type OutlineType,
  type Patch,
  type SharedEditScope,
  setChoiceTexts,
  setFieldText,
} from '#engine/editing/index.ts';
import { EnquiryFields } from '#widgets';
import { useDraftState, useStudio } from '../draft/context.ts';
import { FixTextsByCode } from '../texts/fix-texts.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { listFieldFindings } from './field-findings.ts';
import { FieldMessages } from './field-messages.tsx';
import { propertyPrefix } from './focus-property.ts';
import { assignFindings, PanelDetails } from './panel-findings.tsx';
import { parseChoiceLines, textParts, toTextAnswers } from './properties.ts';
import { usePanelPlan } from './use-panel-plan.ts';

export interface TranslationsProps {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /**
   * Selects whether an edit of a shared field applies to all types that have it (`all`) or to this type
   * (`own`).
   */
  readonly reach: SharedEditScope;
}

/**
 * Renders the texts of a field in all languages but the first; nothing if there are no others. Initially
 * unfolded if some are missing.
 */
export function FieldTranslations({ type, field, reach }: TranslationsProps): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const title = useId();
  const [, ...locales] = listTextLocales(documents);
  const missing = locales.filter((locale) =>
    isIncomplete(toTextAnswers(documents, { type, field }, locale), { type, field }),
  ).length;
  const [isOpen, setIsOpen] = useState(missing > 0);
  if (locales.length === 0) return null;

  /** Returns true if the texts of a language lack a text or a choice that the first language has. */
  function isIncomplete(
    texts: Readonly<Record<string, string>>,
    place: Pick<TranslationsProps, 'type' | 'field'>,
  ): boolean {
    const first = toTextAnswers(documents, place, listTextLocales(documents)[0] ?? 'en');
    /** Returns the number of lines that are not empty. */
    const countLines = (text: string | undefined) =>
      (text ?? '').split('\n').filter((line) => line !== '').length;
    return (
      ['label', 'hint', 'placeholder'].some(
        (part) => first[part] !== undefined && texts[part] === undefined,
      ) || countLines(first.choices) > countLines(texts.choices)
    );
  }

  return (
    <section className="st-part" aria-labelledby={title}>
      <div className="st-part-head st-wrap st-center st-between">
        <h2 id={title}>
          <button
            type="button"
            className="st-disclosure"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {say('translations')}
          </button>
        </h2>
        <span className={missing > 0 ? 'st-state st-state--changed' : 'st-state st-state--published'}>
          {missing > 0 ? say('translations.missing', { count: missing }) : say('translations.complete')}
        </span>
      </div>
      {isOpen &&
        locales.map((locale) => (
          <FieldTranslation key={locale} locale={locale} type={type} field={field} reach={reach} />
        ))}
    </section>
  );
}

/**
 * Renders the form for the texts of a field in one language. Lines beyond the number of choices are not
 * stored; a message gives their number.
 */
function FieldTranslation({
  locale,
  type,
  field,
  reach,
}: TranslationsProps & { readonly locale: string }): ReactNode {
  const { store, panel, locale: ownLocale, say, mayChange } = useStudio();
  const isMine = mayChange(type.key);
  const { documents, report } = useDraftState();
  const [typed, setTyped] = useState('');
  const place = { type: type.key, field: field.name };
  const count = listSchemaChoices(documents, place).length;
  const entered = useMemo((): Values => {
    const words = toTextAnswers(documents, { type, field }, locale);
    const answers = { enquiry_type: 2, kind: field.kind, ...words };
    // The typed text stays as long as it only adds white space or lines to the stored one.
    return continuesText(typed, words.choices ?? '') ? { ...answers, choices: typed } : answers;
  }, [documents, type, field, locale, typed]);
  const plan = usePanelPlan(entered, !isMine);
  const surplus = Math.max(0, parseChoiceLines(typed).length - count);
  const findings = useMemo(
    () => listFieldFindings(report, { type, field }).filter(({ file }) => file === `texts/${locale}.json`),
    [report, type, field, locale],
  );
  const { problems, titled, messageOf } = useMemo(
    () => assignFindings({ findings, entered, locale, studio: { say, locale: ownLocale } }),
    [findings, locale, entered, say, ownLocale],
  );

  /** Applies a new text to the draft. Does nothing if the person may not change the type. */
  function changeText(name: string, value: unknown): void {
    if (!isMine) return;
    const text = typeof value === 'string' ? value : '';
    if (name === 'choices') setTyped(text);
    const patches = toTextPatches(name, text);
    if (patches.length === 0) return;
    store.perform({
      title: { key: `property-${name}`, values: { field: field.label } },
      patches,
      group: `${type.key} ${field.name} ${name} ${locale}`,
    });
  }

  /** Returns the patches that set a text or the choices. Empty for another property. */
  function toTextPatches(name: string, text: string): readonly Patch[] {
    const part = textParts.find((one) => one === name);
    if (part) return setFieldText(documents, place, { part, locale, text, reach });
    const labels = text.split('\n').map((line) => line.trim());
    return name === 'choices' ? setChoiceTexts(documents, place, { locale, labels }) : [];
  }

  const name = getOwnLanguageName(locale);
  return (
    <fieldset className="st-translation" lang={locale}>
      <legend className="st-quiet">{name}</legend>
      <div className="sw-section st-panel-form">
        <EnquiryFields
          form={panel}
          plan={plan}
          entered={entered}
          problems={problems}
          messageOf={messageOf}
          idPrefix={`${propertyPrefix}-${locale}`}
          locale={ownLocale}
          commitOn="input"
          onChange={changeText}
          onInput={() => undefined}
          headingLevel={3}
        />
      </div>
      <PanelDetails findings={titled} />
      <FixTextsByCode findings={findings} />
      <FieldMessages type={type} field={field} reach={reach} locale={locale} />
      {surplus > 0 && (
        <p className="st-problem" role="status">
          {say('translations.spare', { count: surplus, choices: count })}
        </p>
      )}
    </fieldset>
  );
}

/**
 * Returns true if a typed text is the stored one or the stored one with further lines after it. White space
 * around lines and at the end does not count. False if nothing is typed.
 */
function continuesText(typed: string, current: string): boolean {
  /** Returns the text without white space around its lines and at its end. */
  const trimLines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trimEnd();
  return (
    typed !== '' &&
    (trimLines(typed) === trimLines(current) || trimLines(typed).startsWith(`${trimLines(current)}\n`))
  );
}
