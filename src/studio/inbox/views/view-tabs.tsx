import { type ReactNode, useRef, useState } from 'react';
import type { InboxView } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { readEnquiryFilter, toEnquirySearch } from '../filter.ts';
import { useViews } from './use-views.ts';
import { EditViewsDialog, SaveViewDialog } from './views-dialog.tsx';

/**
 * Renders the views of the list as links: the standard ones, then those that the person has saved, and buttons
 * that save the current filter and edit the saved views.
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
  const { say } = useStudio();
  const { views, save } = useViews();
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  const nav = useRef<HTMLElement>(null);
  const own = views?.views ?? [];
  const standard = [
    ['', say('desk.view.all')],
    ['assignee=me', say('desk.view.mine')],
    ['state=new', say('desk.state.new')],
    ...(unansweredHours === undefined
      ? []
      : ([['state=overdue', say('desk.overdue', { hours: unansweredHours })]] as const)),
  ] as const;
  const isKnown =
    standard.some(([known]) => known === query) || own.some((view) => normalizeQuery(view.query) === query);
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
      {views && dialog === 'save' && (
        <SaveViewDialog
          query={query}
          views={views}
          onSave={save}
          onClose={() => {
            setDialog(undefined);
            // The button that opened the dialog is removed once the view is saved.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body)
                nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
            });
          }}
        />
      )}
      {views && dialog === 'edit' && (
        <EditViewsDialog views={views} onSave={save} onClose={() => setDialog(undefined)} />
      )}
    </nav>
  );
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
