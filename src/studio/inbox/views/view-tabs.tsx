import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { InboxView } from '../../../api/inbox.ts';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import type { RequestFailure } from '../../ui/ask/request.ts';
import { readEnquiryFilter, toEnquirySearch } from '../filter.ts';
import { useViews } from './use-views.ts';
import { EditViewsDialog, formatViewFailure, SaveViewDialog } from './views-dialog.tsx';

/**
 * Renders the views of the list as links: the standard ones, then those that the person has saved, and buttons
 * that save the current filter, as another view or in place of the one that it was changed from, and edit the saved
 * views.
 */
export function ViewTabs({
  query,
  unansweredHours,
}: {
  /** The query string of the current filter, without `?`. */
  readonly query: string;
  /** After so many hours without an answer, an enquiry is overdue. Undefined while it is loading. */
  readonly unansweredHours: number | undefined;
}): ReactNode {
  const { say, announce, me } = useStudio();
  const { views, save, add, setQuery } = useViews();
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const nav = useRef<HTMLElement>(null);
  const [focusRequests, setFocusRequests] = useState(0);
  const own = views?.views ?? [];
  const standard = [
    ['', say('desk.view.all')],
    // Nothing can be assigned to somebody who may only read.
    ...(hasEnquiryRight(me, 'handle') ? [['assignee=me', say('desk.view.mine')] as const] : []),
    ['state=new', say('desk.state.new')],
    ...(unansweredHours === undefined
      ? []
      : ([['state=overdue', say('desk.overdue', { hours: unansweredHours })]] as const)),
  ] as const;
  const current = own.find((view) => normalizeQuery(view.query) === query);
  const isKnown = current !== undefined || standard.some(([known]) => known === query);
  const base = useBaseView({ own, current, isStandard: isKnown && !current });
  const [trouble, setTrouble] = useState<{ readonly query: string; readonly failure: RequestFailure }>();
  /** Gives the view the filter that is shown. */
  async function updateView({ id, name }: InboxView): Promise<void> {
    const failure = await setQuery(id, query);
    setTrouble(failure && { query, failure });
    if (failure) return;
    announce(say('desk.view.updated', { name }));
    focusCurrent();
  }
  /** Gives the current view the focus, because the button that was used is removed once the view is saved. */
  const focusCurrent = () => setFocusRequests((count) => count + 1);
  // By then the button is gone, however long rendering takes.
  useEffect(() => {
    if (focusRequests > 0 && document.activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [focusRequests]);
  return (
    <nav ref={nav} className="st-views" aria-label={say('desk.views')}>
      <ul>
        {standard.map(([known, name]) => (
          <li key={known}>
            <ViewLink query={known} isCurrent={known === query}>
              {name}
            </ViewLink>
          </li>
        ))}
        {own.map((view) => (
          <li key={view.id}>
            <ViewLink query={normalizeQuery(view.query)} isCurrent={normalizeQuery(view.query) === query}>
              <bdi>{view.name}</bdi>
              {view.count !== undefined && (
                <span className="st-tally">{formatCount(view.count, views?.counted)}</span>
              )}
            </ViewLink>
          </li>
        ))}
      </ul>
      {base && !isKnown && (
        <button type="button" className="st-link" onClick={() => void updateView(base)}>
          {say('desk.view.update', { name: base.name })}
        </button>
      )}
      {views && query !== '' && !isKnown && (
        <button type="button" className="st-link" onClick={() => setDialog('save')}>
          {say('desk.view.save')}
        </button>
      )}
      {own.length > 0 && (
        <button type="button" className="st-link" onClick={() => setDialog('edit')}>
          {say('desk.view.edit')}
        </button>
      )}
      {trouble?.query === query && (
        <p className="st-problem" role="alert">
          {formatViewFailure(trouble.failure, say)}
        </p>
      )}
      {views && dialog === 'save' && (
        <SaveViewDialog
          query={query}
          onSave={add}
          onClose={() => {
            setDialog(undefined);
            focusCurrent();
          }}
        />
      )}
      {views && dialog === 'edit' && (
        <EditViewsDialog views={views} onSave={save} onClose={() => setDialog(undefined)} />
      )}
    </nav>
  );
}

/**
 * Returns the saved view whose filter was changed: the last one that was shown. Undefined after another list was
 * shown, and once the view is removed.
 */
function useBaseView({
  own,
  current,
  isStandard,
}: {
  readonly own: readonly InboxView[];
  readonly current: InboxView | undefined;
  /** True while one of the standard views is shown. */
  readonly isStandard: boolean;
}): InboxView | undefined {
  const [last, setLast] = useState<string>();
  const shown = current?.id;
  useEffect(() => {
    if (shown !== undefined) setLast(shown);
    else if (isStandard) setLast(undefined);
  }, [shown, isStandard]);
  return own.find(({ id }) => id === last);
}

/** Renders the link to the list with a filter. */
function ViewLink({
  query,
  isCurrent,
  children,
}: {
  readonly query: string;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a
      href={`/studio/enquiries${query === '' ? '' : `?${query}`}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

/** Returns the query of a view as the address of the list has it, so that both can be compared. */
function normalizeQuery(query: InboxView['query']): string {
  return toEnquirySearch(readEnquiryFilter(new URLSearchParams(query))).toString();
}

/** Formats a count, which may have stopped at a maximum: `1000+`. */
function formatCount(count: number, most: number | undefined): string {
  return most !== undefined && count >= most ? `${count}+` : String(count);
}
