import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Capacity, Documents } from '#engine';
import {
  chainEdits,
  findTypePeriod,
  getCapacity,
  getClosedText,
  listTextLocales,
  type OutlineType,
  setCapacity,
  setClosedText,
} from '#engine/editing/index.ts';
import type { CapacityView } from '../../../api/studio.ts';
import { loadCapacity } from '../../draft/api.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { DayField } from '../../ui/day-field.tsx';
import { createFormatMessage, isStudioLanguage } from '../../ui/messages.ts';
import { ClosedText } from './closed-text.tsx';
import type { TypeEdit } from './use-type-edit.ts';

/**
 * Edits the most enquiries of a type that are accepted, from which day they count, and whether each site accepts
 * that many. Shows how many there are.
 */
export function CapacityFields({
  type: { key, id },
  edit,
}: {
  readonly type: OutlineType;
  readonly edit: TypeEdit;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const capacity = getCapacity(documents, key);
  const field = useId();

  /**
   * Writes the capacity, or removes it. The first one has the text that pages show then in every language, and
   * counts from the day on which the form opens, else from today.
   */
  function changeCapacity(next: Capacity | undefined): void {
    const isFirst = capacity === undefined && next !== undefined;
    const since = findTypePeriod(documents, key).opens ?? new Date().toISOString().slice(0, 10);
    edit.perform(
      'capacity',
      chainEdits(
        documents,
        (made) => setCapacity(made, key, isFirst ? { ...next, since } : next),
        ...listTextLocales(documents).map((locale) => (made: Documents) => {
          const standard = getFullSentence(locale);
          const text = getClosedText(made, key, { locale, state: 'full' });
          // A text that somebody has changed stays.
          if (next === undefined)
            return text === standard
              ? setClosedText(made, key, { locale, text: undefined, state: 'full' })
              : [];
          return text === undefined && standard !== undefined
            ? setClosedText(made, key, { locale, text: standard, state: 'full' })
            : [];
        }),
      ),
    );
  }

  return (
    <>
      <div className="st-wrap st-period">
        <CountField
          count={capacity?.count}
          onChange={(count) => changeCapacity(count === undefined ? undefined : { ...capacity, count })}
        />
        {capacity && (
          <DayField
            label={say('type-settings.since')}
            value={capacity.since ?? ''}
            onChange={(since) => {
              const { since: _former, ...rest } = capacity;
              changeCapacity(since === '' ? rest : { ...rest, since });
            }}
          />
        )}
      </div>
      {capacity === undefined ? (
        <p className="st-hint">{say('type-settings.capacity-hint')}</p>
      ) : (
        <>
          <label className="st-row" htmlFor={field}>
            <input
              id={field}
              type="checkbox"
              checked={capacity.perSite ?? false}
              onChange={({ target }) => {
                const { perSite: _former, ...rest } = capacity;
                changeCapacity(target.checked ? { ...rest, perSite: true } : rest);
              }}
            />
            <span>{say('type-settings.per-site')}</span>
          </label>
          <TakenPlaces id={id} capacity={capacity} />
          <ClosedText type={key} state="full" edit={edit} />
        </>
      )}
    </>
  );
}

/** Renders a field for a whole number from 1, or nothing. Other input stays in the field and is not written. */
function CountField({
  count,
  onChange,
}: {
  readonly count: number | undefined;
  readonly onChange: (count: number | undefined) => void;
}): ReactNode {
  const { say } = useStudio();
  const id = 'setting-capacity';
  const written = count === undefined ? '' : String(count);
  const [typed, setTyped] = useState(written);
  useEffect(() => setTyped(written), [written]);
  const isWrong = typed !== '' && !/^[1-9]\d{0,8}$/.test(typed);
  return (
    <span className="st-choice">
      <label htmlFor={id}>{say('type-settings.capacity')}</label>
      <input
        id={id}
        className="st-input"
        inputMode="numeric"
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        value={typed}
        onChange={({ target: { value } }) => {
          const next = value.trim();
          setTyped(next);
          if (next === '' || /^[1-9]\d{0,8}$/.test(next)) onChange(next === '' ? undefined : Number(next));
        }}
      />
      {isWrong && (
        <span id={`${id}-problem`} className="st-problem" role="alert">
          {say('type-settings.capacity-wrong')}
        </span>
      )}
    </span>
  );
}

/** Renders how many enquiries there are of those that are accepted, for each site if each has its own number. */
function TakenPlaces({ id, capacity }: { readonly id: string; readonly capacity: Capacity }): ReactNode {
  const { say, content } = useStudio();
  const view = useCounts(id, capacity.since);
  if (view === undefined) return null;
  /** Returns a sentence such as `12 of 50`, which says so if no place is left. */
  const describe = (count: number) =>
    say(count >= capacity.count ? 'type-settings.full' : 'type-settings.taken', {
      count,
      of: capacity.count,
    });
  if (!capacity.perSite) return <p className="st-strong">{describe(view.count)}</p>;
  return (
    <ul className="st-stack-1">
      {content.sites
        .filter((site) => view.bySite[site.id] !== undefined)
        .map((site) => (
          <li key={site.id}>
            <bdi>{site.name}</bdi>: {describe(view.bySite[site.id] ?? 0)}
          </li>
        ))}
    </ul>
  );
}

/** Loads how many enquiries of a type there are since a day. Undefined while loading, and if loading failed. */
function useCounts(type: string, since: string | undefined): CapacityView | undefined {
  const query = new URLSearchParams({ type, ...(since !== undefined && { since }) }).toString();
  const [loaded, setLoaded] = useState<{ readonly query: string; readonly view: CapacityView }>();
  useEffect(() => {
    let isCurrent = true;
    // Optional: the page works without it.
    loadCapacity(query).then(
      (view) => isCurrent && setLoaded({ query, view }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return loaded?.query === query ? loaded.view : undefined;
}

/** Returns a sentence for visitors that says that a form is full. Undefined for a language that the studio lacks. */
function getFullSentence(locale: string): string | undefined {
  return isStudioLanguage(locale) ? createFormatMessage(locale)('type-settings.visitors-full') : undefined;
}
