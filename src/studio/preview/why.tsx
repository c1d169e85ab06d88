import { type ReactNode, useEffect, useId, useRef } from 'react';
import { fallbackLocale, fieldText, setFieldText, setText, textsFile } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { languageName } from '../language-name.ts';
import { useScope } from '../people/use-scope.ts';
import type { FieldReasons, PreviewView, ReasonsView } from '../protocol.ts';
import type { Target } from './messages.ts';
import { SaidReasons } from './reasons.tsx';
import { textsSaying } from './texts-saying.ts';

export interface WhyProps {
  /** The number of picks. Each one moves the focus to the text field or the details. */
  readonly picked: number;
  readonly typeKey: string;
  readonly target: Target | undefined;
  readonly reasons: ReasonsView | undefined;
  readonly view: PreviewView | undefined;
  /** Goes to the input for a text of a field. */
  readonly onEdit: (field: string, part: 'label' | 'hint') => void;
}

/** The details of the part that is pointed at: the reasons for its state, and its editable texts. */
export function Why({ picked, typeKey, target, reasons, view, onEdit }: WhyProps): ReactNode {
  const { say } = useStudio();
  const title = useId();
  const ref = useRef<HTMLElement>(null);
  const seen = useRef(picked);
  useEffect(() => {
    if (picked !== seen.current) (ref.current?.querySelector('textarea') ?? ref.current)?.focus();
    seen.current = picked;
  }, [picked]);
  if (target === undefined)
    return (
      <section ref={ref} className="st-why" aria-labelledby={title}>
        <h2 id={title}>{say('why')}</h2>
        <p className="st-quiet">{say('why.begin')}</p>
      </section>
    );
  const field = reasons?.fields.find(({ name }) => name === target.field);
  return (
    <section ref={ref} className="st-why" aria-labelledby={title} tabIndex={-1}>
      <h2 id={title}>
        <span className="st-block">{field?.label ?? target.text}</span>
        {field && <States field={field} />}
      </h2>
      {field && <SaidReasons reasons={field.reasons} />}
      <TargetWords typeKey={typeKey} target={target} view={view} onEdit={onEdit} />
    </section>
  );
}

function States({ field: { visibility, isRequired } }: { readonly field: FieldReasons }): ReactNode {
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

function TargetWords({
  typeKey,
  target: { field, part, text },
  view,
  onEdit,
}: Pick<WhyProps, 'typeKey' | 'view' | 'onEdit'> & { readonly target: Target }): ReactNode {
  const { say, mayChange } = useStudio();
  const { documents } = useDraft();
  if (view?.kind !== 'form') return null;
  const { form, locale } = view.form.section;
  if (field === undefined) {
    const keys = textsSaying(form, locale, text);
    if (keys.length === 0) return <p className="st-quiet">{say('why.content')}</p>;
    return keys.slice(0, 3).map((key) => <TextOfKey key={key} locale={locale} textKey={key} />);
  }
  const wanted = part === 'label' || part === 'hint' ? [part] : (['label', 'hint'] as const);
  if (mayChange(typeKey) && locale === fallbackLocale(documents) && field !== 'enquiry_type')
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
    <FieldWords key={one} place={{ type: typeKey, field }} part={one} locale={locale} />
  ));
}

/** A text of a field in the language of the preview. */
function FieldWords({
  place,
  part,
  locale,
}: {
  readonly place: { readonly type: string; readonly field: string };
  readonly part: 'label' | 'hint';
  readonly locale: string;
}): ReactNode {
  const { say, store } = useStudio();
  const { documents } = useDraft();
  const found = fieldText(documents, place, { part, locale });
  const key = found?.key ?? `fields.${place.field}.${part}`;
  return (
    <Words
      label={say(`why.${part}`, { language: languageName(locale) })}
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

function TextOfKey({
  locale,
  textKey: key,
}: {
  readonly locale: string;
  readonly textKey: string;
}): ReactNode {
  const { store } = useStudio();
  const { documents } = useDraft();
  const written = Object((documents as Readonly<Record<string, unknown>>)[textsFile(locale)])[key] as unknown;
  return (
    <Words
      label={`${key}, ${languageName(locale)}`}
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

function Words({
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
  const mayWrite = useScope().mayText(textKey);
  const id = useId();
  return (
    <p className="st-words">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="st-input"
        rows={Math.min(6, Math.ceil((text.length + 1) / 60))}
        lang={locale}
        dir="auto"
        readOnly={!mayWrite}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  );
}
