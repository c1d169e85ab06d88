import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createOutline, listOutlineTypes, type OutlineType, setRetired } from '#engine/editing/index.ts';
import type { ArrivalsView } from '../../api/studio.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { loadArrivals } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useKnownTypes } from '../draft/use-known-types.ts';
import type { VisibleType } from '../draft/visitors-order.ts';
import { Guide } from '../help/guide.tsx';
import { FormCommentCount } from '../review/form-comments.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FindingDetail } from '../ui/finding-text.tsx';
import { NewType } from './new-type/new-type.tsx';
import { OffersTable } from './offers-table.tsx';
import { SendLaterSettings } from './settings/send-later-settings.tsx';
import { TypeMoves } from './type-moves.tsx';
import { TypeNames } from './type-names.tsx';
import { useMayChangeTypes } from './use-may-change-types.ts';
import { useOffers } from './use-offers.ts';

/**
 * Renders the list of enquiry types in the order that visitors see, a button for a new type, and a table of
 * the sites that offer each.
 */
export function FormsPage(): ReactNode {
  const { say, me, visit } = useStudio();
  const isMine = useMayChangeTypes();
  const { published } = useDraftState();
  const known = useKnownTypes();
  const before = useMemo(() => createOutline(published.documents), [published.documents]);
  const arrivals = useArrivals();
  const offers = useOffers();
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('forms')}</h1>
        {isMine && (
          <div className="st-wrap">
            <NewType types={known} />
            <button type="button" className="st-button" onClick={() => visit('/studio/forms?import')}>
              {say('forms.import')}
            </button>
          </div>
        )}
      </div>
      <ReadOnlyNotice />
      <Guide />
      {known.length === 0 && (
        <EmptyState
          title={say('forms.none')}
          text={say('forms.none-text')}
          action={isMine && <a href="/studio/forms?import">{say('forms.import')}</a>}
        />
      )}
      <table className="st-table st-stacking st-types" hidden={known.length === 0}>
        <thead>
          <tr>
            <th scope="col">{say('forms.type')}</th>
            <th scope="col">{say('forms.state')}</th>
            <th scope="col">{say('forms.arrived')}</th>
            {isMine && <th scope="col">{say('forms.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {known.map((one) => (
            <TypeRow
              key={one.type.key}
              known={one}
              isNew={!before.some(({ key }) => key === one.type.key)}
              arrived={arrivals?.find(({ type: id }) => id === one.type.id)}
              isKnown={arrivals !== undefined && (me.types?.includes(one.type.key) ?? true)}
            />
          ))}
        </tbody>
      </table>
      <OffersTable types={known} offers={offers} />
      {known.length > 0 && <SendLaterSettings />}
    </div>
  );
}

/**
 * Renders a row with the state and the recent enquiries of a type, and the actions that move, rename and
 * retire it.
 */
function TypeRow({
  known,
  isNew,
  arrived,
  isKnown,
}: {
  readonly known: VisibleType;
  /** True if the live version does not have the type. */
  readonly isNew: boolean;
  readonly arrived: ArrivalsView[number] | undefined;
  /** True if the number of recent enquiries is known. Without `arrived`, it is 0. */
  readonly isKnown: boolean;
}): ReactNode {
  const { type, name, isFixed } = known;
  const { store, say, announce, locale } = useStudio();
  const isMine = useMayChangeTypes();
  const { documents } = useDraftState();
  const [isNaming, setIsNaming] = useState(false);

  /** Retires the type, or restores a retired one, and announces it. */
  function toggleRetired(): void {
    const patches = setRetired(documents, type.key, !type.isRetired);
    const key = type.isRetired ? 'type-restored' : 'type-retired';
    store.perform({ title: { key, values: { type: name } }, patches });
    announce(say(type.isRetired ? 'forms.restored' : 'forms.retired', { type: name }));
  }

  return (
    <>
      <tr className={type.isRetired ? 'st-ghost' : undefined}>
        <th scope="row">
          <a href={`/studio/forms/${encodeURIComponent(type.key)}`}>{name}</a>
          <span className="st-quiet st-block">
            {type.key} · {say('forms.count', { count: type.fields.length })}
          </span>
          <FormCommentCount type={type} />
          {name !== type.title && (
            <span className="st-quiet st-block">{say('forms.titled', { name: type.title })}</span>
          )}
        </th>
        <td>
          <TypeState type={type} isNew={isNew} />
        </td>
        <td data-label={say('forms.arrived')}>
          {isKnown && say('forms.arrivals', { count: arrived?.count ?? 0 })}
          {arrived && (
            <time className="st-quiet st-block" dateTime={new Date(arrived.newest).toISOString()}>
              {say('forms.newest', {
                time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
                  arrived.newest,
                ),
              })}
            </time>
          )}
        </td>
        {isMine && (
          <td>
            <div className="st-actions">
              {!isFixed && !type.isRetired && <TypeMoves known={known} />}
              <button
                type="button"
                className="st-button"
                aria-expanded={isNaming}
                aria-label={say('forms.names-of', { type: name })}
                onClick={() => setIsNaming(!isNaming)}
              >
                {say('forms.names')}
              </button>
              <button
                type="button"
                className="st-button"
                aria-label={say(type.isRetired ? 'forms.restore-of' : 'forms.retire-of', {
                  type: name,
                })}
                onClick={toggleRetired}
              >
                {say(type.isRetired ? 'forms.restore' : 'forms.retire')}
              </button>
            </div>
          </td>
        )}
      </tr>
      {isNaming && isMine && (
        <tr>
          <td colSpan={4}>
            <TypeNames type={type} />
          </td>
        </tr>
      )}
    </>
  );
}

/**
 * Renders the number of errors of a type, or else its state compared with the live version. A retired type
 * without errors has the state "retired" and a list of what still uses it.
 */
function TypeState({ type, isNew }: { readonly type: OutlineType; readonly isNew: boolean }): ReactNode {
  const { say } = useStudio();
  const { documents, published, report } = useDraftState();
  const findings = report?.findings ?? [];
  const usageFinding = findings.find(
    ({ code, reason }) => code === 'retired-type' && reason.startsWith(`"${type.key}"`),
  );
  const problems = findings.filter(
    ({ severity, file }) => severity === 'error' && file.startsWith(`forms/${type.folder}/`),
  ).length;
  const isChanged = isNew || hasTypeChanged(documents, published.documents, type);
  if (problems > 0)
    return <span className="st-state st-state--error">{say('state.problems', { count: problems })}</span>;
  return (
    <>
      {type.isRetired && <span className="st-state">{say('state.retired')}</span>}{' '}
      {(!type.isRetired || isChanged) && (
        <span className={`st-state st-state--${isChanged ? 'changed' : 'published'}`}>
          {say(isNew ? 'state.new' : isChanged ? 'state.changed' : 'state.published')}
        </span>
      )}
      {usageFinding && <FindingDetail reason={usageFinding.reason} />}
      {type.isRetired && <RetiredPages typeKey={type.key} />}
    </>
  );
}

/**
 * Renders the paths of the pages whose own list of types contains this type and otherwise retired types only.
 * Such pages offer all other types. Renders nothing if there are none.
 */
function RetiredPages({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { content, say, locale } = useStudio();
  const { documents } = useDraftState();
  const retired = listOutlineTypes(documents).flatMap(({ key, isRetired }) => (isRetired ? [key] : []));
  const left = content.pages.filter(
    ({ named = [] }) => named.includes(typeKey) && named.every((key) => retired.includes(key)),
  );
  if (left.length === 0) return null;
  const pages = new Intl.ListFormat(locale).format(left.map(({ path }) => path));
  return <span className="st-quiet st-block">{say('forms.left', { count: left.length, pages })}</span>;
}

/** Loads the number of recent enquiries by type. Undefined while loading, and if loading failed. */
function useArrivals(): ArrivalsView | undefined {
  const [arrivals, setArrivals] = useState<ArrivalsView>();
  useEffect(() => {
    // Optional: the page works without it.
    loadArrivals().then(setArrivals, () => undefined);
  }, []);
  return arrivals;
}

/** Returns true if a type, its schema or its UI schema differs between two states of the documents. */
function hasTypeChanged(
  now: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  { folder, id }: OutlineType,
): boolean {
  /** Returns true if two values are the same or have the same JSON. */
  const isSame = (one: unknown, other: unknown) =>
    one === other || JSON.stringify(one) === JSON.stringify(other);
  /** Returns the entry of the type in `enquiry-types.json`. Undefined if it has none. */
  const findTypeEntry = (documents: Readonly<Record<string, unknown>>) =>
    (
      documents['enquiry-types.json'] as { readonly enquiryTypes?: readonly { readonly id: unknown }[] }
    ).enquiryTypes?.find((entry) => String(entry.id) === id);
  return (
    !isSame(findTypeEntry(now), findTypeEntry(before)) ||
    ['schema', 'ui'].some(
      (name) => !isSame(now[`forms/${folder}/${name}.json`], before[`forms/${folder}/${name}.json`]),
    )
  );
}
