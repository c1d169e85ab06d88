import { type ReactNode, useId, useState } from 'react';
import type { Documents } from '#engine';
import {
  chainEdits,
  findTypePeriod,
  findTypeSites,
  getClosedText,
  getClosedTextKey,
  getFallbackLocale,
  hasReceipt,
  listOtherExclusions,
  listRecipientRules,
  listTextLocales,
  type OutlineType,
  type Patch,
  setClosedText,
  setReceipt,
  setTypePeriod,
  setTypeSites,
  type TypePeriod,
} from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useDraftState, useOutline, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import { RuleSentences } from '../rules/field-rules.tsx';
import { useEditWithinScope } from '../rules/use-edit-within-scope.ts';
import { DayField } from '../ui/day-field.tsx';
import { createFormatMessage, isStudioLanguage, type StudioMessageKey } from '../ui/messages.ts';
import { TickList } from '../ui/tick-list.tsx';
import { TypeNames } from './type-names.tsx';

/**
 * Renders the settings of an enquiry type: the sites and the days on which it is offered, its mail, thanks and
 * names. For an unknown type, renders a message and a link to the list of forms.
 */
export function TypeSettingsPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const type = useOutline().find(({ key }) => key === typeKey);
  const name = useKnownTypes().find((one) => one.type.key === typeKey)?.name;
  if (type === undefined || name === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('type-settings.of', { type: name })}</h1>
        <a href={`/studio/forms/${encodeURIComponent(typeKey)}`}>{say('type-settings.fields')}</a>
      </div>
      <ReadOnlyNotice type={typeKey} />
      <AvailabilitySettings type={type} name={name} />
      <MailSettings type={type} name={name} />
      <section className="st-stack-3">
        <h2>{say('type-settings.thanks')}</h2>
        <p>{say('type-settings.thanks-where')}</p>
        <a href="/studio/texts?key=thank-you.heading">{say('type-settings.thanks-text')}</a>
      </section>
      <section className="st-stack-3">
        <h2>{say('forms.names')}</h2>
        <TypeNames type={type} />
        <p className="st-hint">
          <a href="/studio/forms">{say('type-settings.order')}</a>
        </p>
      </section>
    </div>
  );
}

interface SettingsSectionProps {
  readonly type: OutlineType;
  /** The name for visitors, in the studio's language. */
  readonly name: string;
}

/** Edits the sites and the days on which a type is offered, and shows the rules that this writes. */
function AvailabilitySettings({ type: { key }, name }: SettingsSectionProps): ReactNode {
  const { say, content, mayChange } = useStudio();
  const { documents } = useDraftState();
  const edit = useTypeEdit({ type: key, name });
  const all = content.sites.map(({ id }) => id);
  const offered = findTypeSites(documents, key);
  const others = listOtherExclusions(documents, key);
  const ticked = offered.sites?.map(String) ?? all;
  const isMine = mayChange(key);

  /** Writes the ticked sites; the rule is removed if all are ticked. */
  function chooseSites(sites: readonly string[]): void {
    // An id that was there already is written as before.
    const written = sites.map((id) => offered.sites?.find((one) => String(one) === id) ?? id);
    const isEverywhere = all.every((id) => sites.includes(id));
    edit.perform(
      'sites',
      setTypeSites(documents, key, {
        sites: isEverywhere ? undefined : written,
        description: edit.describe('type-settings.sites-rule'),
      }),
    );
  }

  return (
    <section className="st-stack-3">
      <h2>{say('type-settings.offered')}</h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      <fieldset className="st-fieldset st-stack-3" disabled={!isMine}>
        <legend className="st-visually-hidden">{say('type-settings.offered')}</legend>
        <TickList
          legend={say('type-settings.sites')}
          options={content.sites.map((site) => ({ value: site.id, label: site.name }))}
          ticked={ticked}
          onChange={chooseSites}
        />
        <WrittenRule id={offered.rule} />
        <PeriodFields type={key} edit={edit} />
      </fieldset>
      {others.length > 0 && (
        <div className="st-notice">
          <p>{say('type-settings.other-rules', { count: others.length })}</p>
          <RuleSentences ids={others} />
        </div>
      )}
      <a href="/studio/forms#where">{say('type-settings.where')}</a>
    </section>
  );
}

/**
 * Edits the first and the last day of a type. Days in the wrong order are not written, and the problem stands
 * at the field that was changed last.
 */
function PeriodFields({ type, edit }: { readonly type: string; readonly edit: TypeEdit }): ReactNode {
  const { say, locale } = useStudio();
  const { documents } = useDraftState();
  const { rule, ...written } = findTypePeriod(documents, type);
  const [refused, setRefused] = useState<{ readonly end: 'opens' | 'closes'; readonly day: string }>();
  const today = new Date().toISOString().slice(0, 10);
  /** Formats a day in the studio's language. */
  const formatDay = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  const { opens, closes } = written;
  const isOver = closes !== undefined && closes < today;
  const isAhead = opens !== undefined && opens > today;
  const order = refused && say(`type-settings.order-${refused.end}`);
  const past = isOver ? say('type-settings.past', { day: formatDay(closes) }) : undefined;

  /** Writes a day, or removes it if it is empty. A day in the wrong order is refused. */
  function changeDay(end: 'opens' | 'closes', day: string): void {
    const next = { ...written, [end]: day === '' ? undefined : day };
    const isInOrder = next.opens === undefined || next.closes === undefined || next.opens <= next.closes;
    setRefused(isInOrder ? undefined : { end, day });
    if (!isInOrder) return;
    const description = edit.describe('type-settings.period-rule');
    edit.perform(
      'period',
      chainEdits(
        documents,
        (made) => setTypePeriod(made, type, { ...next, description }),
        ...listTextLocales(documents).map((locale) => (made: Documents) => {
          const text = getClosedText(made, type, locale);
          // A text that somebody has changed stays.
          return text === undefined || text === describePeriod(written, locale)
            ? setClosedText(made, type, { locale, text: describePeriod(next, locale) })
            : [];
        }),
      ),
    );
  }

  return (
    <>
      <div className="st-wrap st-days">
        {(['opens', 'closes'] as const).map((end) => (
          <DayField
            key={end}
            label={say(`type-settings.${end}`)}
            value={refused?.end === end ? refused.day : (written[end] ?? '')}
            problem={refused?.end === end ? order : end === 'closes' ? past : undefined}
            onChange={(day) => changeDay(end, day)}
          />
        ))}
      </div>
      <p className="st-hint">
        {say(
          isOver
            ? 'type-settings.closed-hint'
            : isAhead
              ? 'type-settings.not-yet'
              : 'type-settings.days-hint',
          { day: isAhead ? formatDay(opens) : '' },
        )}
      </p>
      <WrittenRule id={rule} />
      {rule !== undefined && <ClosedText type={type} edit={edit} />}
    </>
  );
}

/** Edits the text of a closed form in the fallback language. The other languages are edited with all texts. */
function ClosedText({ type, edit }: { readonly type: string; readonly edit: TypeEdit }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const locale = getFallbackLocale(documents);
  const key = getClosedTextKey(type);
  return (
    <div className="st-stack-1">
      <label htmlFor={id}>{say('type-settings.closed-text')}</label>
      <input
        id={id}
        className="st-input"
        lang={locale}
        dir="auto"
        aria-describedby={`${id}-hint`}
        value={getClosedText(documents, type, locale) ?? ''}
        onChange={({ target }) =>
          edit.perform('closed', setClosedText(documents, type, { locale, text: target.value }))
        }
      />
      <p id={`${id}-hint`} className="st-hint">
        {say('type-settings.closed-text-hint')}{' '}
        <a href={`/studio/texts?key=${encodeURIComponent(key)}`}>{say('type-settings.closed-text-all')}</a>
      </p>
    </div>
  );
}

/**
 * Returns a sentence for visitors that says when a form is open, in a language of the draft. Undefined
 * without days, and for a language that the studio does not have.
 */
function describePeriod({ opens, closes }: Omit<TypePeriod, 'rule'>, locale: string): string | undefined {
  if (!isStudioLanguage(locale)) return undefined;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  /** Formats a day; empty if there is none. */
  const formatDay = (day: string | undefined) => (day === undefined ? '' : format.format(new Date(day)));
  const days = { opens: formatDay(opens), closes: formatDay(closes) };
  const sayToVisitors = createFormatMessage(locale);
  if (opens !== undefined && closes !== undefined)
    return sayToVisitors('type-settings.visitors-between', days);
  if (opens !== undefined) return sayToVisitors('type-settings.visitors-from', days);
  return closes === undefined ? undefined : sayToVisitors('type-settings.visitors-until', days);
}

/** Edits the copy for visitors, and lists the rules that decide who gets the mail. */
function MailSettings({ type: { key }, name }: SettingsSectionProps): ReactNode {
  const { say, mayChange } = useStudio();
  const { documents } = useDraftState();
  const edit = useTypeEdit({ type: key, name });
  const deciding = listRecipientRules(documents, key);
  return (
    <section className="st-stack-3">
      <h2>{say('type-settings.mail')}</h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      <label className="st-row">
        <input
          type="checkbox"
          disabled={!mayChange(key)}
          checked={hasReceipt(documents, key)}
          onChange={({ target }) => edit.perform('receipt', setReceipt(documents, key, target.checked))}
        />
        <span>{say('type-settings.receipt')}</span>
      </label>
      <details>
        <summary>{say('type-settings.recipients', { count: deciding.length })}</summary>
        <RuleSentences ids={deciding} />
      </details>
    </section>
  );
}

/** Renders the rule that a setting wrote, as a sentence with a link. Renders nothing without a rule. */
function WrittenRule({ id }: { readonly id: string | undefined }): ReactNode {
  const { say } = useStudio();
  const title = useId();
  if (id === undefined) return null;
  return (
    <section className="st-small" aria-labelledby={title}>
      <p id={title} className="st-quiet">
        {say('type-settings.written')}
      </p>
      <RuleSentences ids={[id]} />
    </section>
  );
}

interface TypeEdit {
  /** Performs patches as one undo step; consecutive ones with the same `part` are one step. */
  readonly perform: (part: string, patches: readonly Patch[]) => void;
  /** Returns the description of a new rule, in the fallback language of the draft. */
  readonly describe: (key: StudioMessageKey) => string;
  /** True if the last edit was outside of the scope of the person, so that it was not performed. */
  readonly isOutside: boolean;
}

/** Returns functions that edit the settings of a type. */
function useTypeEdit({ type, name }: { readonly type: string; readonly name: string }): TypeEdit {
  const { documents } = useDraftState();
  const { perform, isOutside } = useEditWithinScope();
  return {
    isOutside,
    perform: (part, patches) =>
      perform({
        title: { key: 'type-settings', values: { type: name } },
        patches,
        group: `${type} settings ${part}`,
      }),
    describe: (key) => createFormatMessage(getFallbackLocale(documents))(key, { type: name }),
  };
}
