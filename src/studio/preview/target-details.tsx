import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Form } from '#engine';
import {
  findFieldTextEntry,
  getFallbackLocale,
  getTextsFile,
  setFieldText,
  setText,
} from '#engine/editing/index.ts';
import type { FieldReasons, PreviewView, ReasonsView } from '../../api/studio.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import { MessageField } from '../texts/message-field.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { ContentTextLinks } from './content-text-links.tsx';
import type { PreviewTarget } from './messages.ts';
import { isDecidedByRule, ReasonList } from './reasons.tsx';

export interface TargetDetailsProps {
  /**
   * Counts the parts that the user has picked. Each new number moves the focus to the first text input, else
   * to the details.
   */
  readonly picked: number;
  readonly typeKey: string;
  readonly target: PreviewTarget | undefined;
  readonly reasons: ReasonsView | undefined;
  readonly view: PreviewView | undefined;
  /** Goes to the input for a text of a field. */
  readonly onEdit: (field: string, part: 'label' | 'hint') => void;
}

/**
 * Renders the name of the part that is pointed at and its editable texts. For a part of a field, also the
 * state of the field and the reasons for it. Without a target, renders an instruction.
 */
export function TargetDetails({
  picked,
  typeKey,
  target,
  reasons,
  view,
  onEdit,
}: TargetDetailsProps): ReactNode {
  const { say } = useStudio();
  const title = useId();
  const ref = useRef<HTMLElement>(null);
  const lastPicked = useRef(picked);
  useEffect(() => {
    if (picked !== lastPicked.current) (ref.current?.querySelector('textarea') ?? ref.current)?.focus();
    lastPicked.current = picked;
  }, [picked]);
  if (target === undefined)
    return (
      <section ref={ref} className="st-why st-stack-2 st-box st-padded" aria-labelledby={title}>
        <h2 id={title} className="st-wrap st-center">
          {say('why')}
        </h2>
        <p className="st-quiet">{say('why.begin')}</p>
      </section>
    );
  const field = reasons?.fields.find(({ name }) => name === target.field);
  return (
    <section ref={ref} className="st-why st-stack-2 st-box st-padded" aria-labelledby={title} tabIndex={-1}>
      <h2 id={title} className="st-wrap st-center">
        <span className="st-block">{field?.label ?? target.text}</span>
        {field && <FieldStateBadges field={field} />}
      </h2>
      {field && <ReasonList reasons={field.reasons.filter(isDecidedByRule)} />}
      <EditableTexts typeKey={typeKey} target={target} view={view} onEdit={onEdit} />
    </section>
  );
}

/** Renders badges with the visibility of a field and, if it is visible and required, that it is required. */
function FieldStateBadges({
  field: { visibility, isRequired },
}: {
  readonly field: FieldReasons;
}): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <span className={`st-state st-state--${visibility === 'shown' ? 'published' : 'changed'}`}>
        {say(`reasons.${visibility}`)}
      </span>
      {isRequired && visibility !== 'hidden' && (
        <span className="st-state st-state--changed">{say('fields.required')}</span>
      )}
    </>
  );
}

/**
 * Renders inputs for the label or the hint of a field, or for both if the part is neither. In the fallback
 * language, renders buttons that call `onEdit` instead, if the user may change the type. For a text without a
 * field, renders inputs for up to three texts that may have produced it, or a sentence if there are none.
 * Renders nothing until the form is loaded.
 */
function EditableTexts({
  typeKey,
  target: { field, part, text },
  view,
  onEdit,
}: Pick<TargetDetailsProps, 'typeKey' | 'view' | 'onEdit'> & { readonly target: PreviewTarget }): ReactNode {
  const { say, mayChange } = useStudio();
  const { documents } = useDraftState();
  if (view?.kind !== 'form') return null;
  const { form, locale } = view.form.section;
  if (field === undefined) {
    const keys = findMatchingTexts(form, locale, text);
    if (keys.length === 0) return <ContentTextLinks text={text} locale={locale} />;
    return keys.slice(0, 3).map((key) => <TextByKeyInput key={key} locale={locale} textKey={key} />);
  }
  const wanted = part === 'label' || part === 'hint' ? [part] : (['label', 'hint'] as const);
  if (mayChange(typeKey) && locale === getFallbackLocale(documents) && field !== 'enquiry_type')
    return (
      <p className="st-actions">
        {wanted.map((one) => (
          <button key={one} type="button" className="st-button" onClick={() => onEdit(field, one)}>
            {say(`why.edit.${one}`)}
          </button>
        ))}
      </p>
    );
  return wanted.map((one) => (
    <FieldTextInput key={one} place={{ type: typeKey, field }} part={one} locale={locale} />
  ));
}

/** Edits the label or the hint of a field in one language. The text changes for all forms with the field. */
function FieldTextInput({
  place,
  part,
  locale,
}: {
  readonly place: { readonly type: string; readonly field: string };
  readonly part: 'label' | 'hint';
  readonly locale: string;
}): ReactNode {
  const { say, store } = useStudio();
  const { documents } = useDraftState();
  const found = findFieldTextEntry(documents, place, { part, locale });
  const key = found?.key ?? `fields.${place.field}.${part}`;
  return (
    <TextInput
      label={say(`why.${part}`, { language: getOwnLanguageName(locale) })}
      textKey={key}
      locale={locale}
      text={found?.text ?? ''}
      onChange={(text) =>
        store.perform({
          title: { key: 'text', values: { key } },
          patches: setFieldText(documents, place, { part, locale, text, reach: 'all' }),
          group: `${locale} ${key}`,
        })
      }
    />
  );
}

/** Edits the text with a key in one language. It is empty if the language has no such text. */
function TextByKeyInput({
  locale,
  textKey: key,
}: {
  readonly locale: string;
  readonly textKey: string;
}): ReactNode {
  const { store, say } = useStudio();
  const nameText = useTextNames();
  const { documents } = useDraftState();
  const written = Object((documents as Readonly<Record<string, unknown>>)[getTextsFile(locale)])[
    key
  ] as unknown;
  return (
    <TextInput
      label={say('texts.cell', { key: nameText(key), language: getOwnLanguageName(locale) })}
      textKey={key}
      locale={locale}
      text={typeof written === 'string' ? written : ''}
      onChange={(text) =>
        store.perform({
          title: { key: 'text', values: { key } },
          patches: setText(documents, { locale, key }, text),
          group: `${locale} ${key}`,
        })
      }
    />
  );
}

/** Renders a labelled text input. It is read-only if the user may not edit the text with this key. */
function TextInput({
  label,
  textKey,
  locale,
  text,
  onChange,
}: {
  readonly label: string;
  readonly textKey: string;
  readonly locale: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const mayWrite = useEditableScope().canEditText(textKey);
  // The label contains words of the text, and must not change while they are typed.
  const [openLabel] = useState(label);
  return (
    <div className="st-words">
      <p className="st-quiet" aria-hidden="true">
        {openLabel}
      </p>
      <MessageField name={openLabel} locale={locale} text={text} isReadOnly={!mayWrite} onChange={onChange} />
    </div>
  );
}

/**
 * Returns the keys of the texts in a language that may have produced a visible text: first the exact matches,
 * then the messages with arguments that match. Empty if none do, and for a language without texts.
 */
function findMatchingTexts(form: Form, locale: string, visibleText: string): readonly string[] {
  const messages = Object.entries(form.texts[locale] ?? {});
  const exactMatches = messages.filter(([, message]) => message === visibleText);
  const patternMatches = messages.filter(
    ([, message]) => typeof message !== 'string' && toMessagePattern(message).test(visibleText),
  );
  return [...exactMatches, ...patternMatches].map(([key]) => key);
}

/**
 * Returns a regular expression that matches the whole text of a compiled message, whatever its arguments are.
 * For a message that consists of arguments only, it matches nothing.
 */
function toMessagePattern(message: unknown): RegExp {
  const source = toPatternSource(message);
  return /[^.*?()|:]/.test(source.replaceAll(/\\./g, 'x').replaceAll('.+?', ''))
    ? new RegExp(`^${source}$`, 'u')
    : /(?!)/u;
}

/**
 * Returns the source of a regular expression for a compiled message, which is a list of nodes of the ICU
 * message parser. A node of type 0 is a literal and matches itself; one with `options` matches any of them;
 * any other node matches any text. Empty if it is not a list.
 */
function toPatternSource(message: unknown): string {
  if (!Array.isArray(message)) return '';
  return message
    .map((part) => {
      const { type, value, options } = Object(part) as {
        readonly type?: number;
        readonly value?: unknown;
        readonly options?: Readonly<Record<string, { readonly value: unknown }>>;
      };
      if (type === 0) return String(value).replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      if (options)
        return `(?:${Object.values(options)
          .map((option) => toPatternSource(option.value))
          .join('|')})`;
      return '.+?';
    })
    .join('');
}
