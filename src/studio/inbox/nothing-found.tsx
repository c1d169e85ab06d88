import { type ReactNode, useEffect, useState } from 'react';
import type { InboxChoices, InboxListView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { factFilters } from '../preset/inbox.ts';
import { tryRequest } from '../ui/ask/request.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';
import {
  clearFilterPart,
  type EnquiryListFilter,
  emptyEnquiryFilter,
  type FilterPart,
  filterParts,
  hasFilterPart,
  readEnquiryFilter,
  toEnquirySearch,
} from './filter.ts';

/**
 * Renders the notice that no enquiry matches, with buttons that remove one part of the filter, if that finds
 * some, and one that removes the whole filter.
 */
export function NothingFound({
  filter,
  choices,
  onFilter,
}: {
  readonly filter: EnquiryListFilter;
  readonly choices: InboxChoices | undefined;
  readonly onFilter: (filter: EnquiryListFilter) => void;
}): ReactNode {
  const { say } = useStudio();
  const ways = useFilterRemovals(filter);
  return (
    <div className="st-empty st-inbox-nothing">
      <p className="st-inbox-empty">{say('desk.no-match')}</p>
      {ways.length > 0 && (
        <ul className="st-wrap">
          {ways.map(({ part, count }) => (
            <li key={part}>
              <button
                type="button"
                className="st-button"
                onClick={() => onFilter(clearFilterPart(filter, part))}
              >
                {say('desk.without', { what: formatFilterPart(part, { filter, choices, say }), count })}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <button type="button" className="st-link" onClick={() => onFilter(emptyEnquiryFilter)}>
          {say('desk.clear')}
        </button>
      </p>
    </div>
  );
}

/** A part of the filter whose removal finds enquiries. */
interface FilterRemoval {
  readonly part: FilterPart;
  /** The number of enquiries without this part. */
  readonly count: number;
}

/**
 * Asks the server and returns the parts of a filter whose removal would find enquiries, with their number.
 * Empty while loading, and for a filter with a single part, whose removal shows the whole list. A request
 * that fails counts as nothing found.
 */
function useFilterRemovals(filter: EnquiryListFilter): readonly FilterRemoval[] {
  const [ways, setWays] = useState<readonly FilterRemoval[]>([]);
  const query = toEnquirySearch(filter).toString();
  useEffect(() => {
    const controller = new AbortController();
    const asked = readEnquiryFilter(new URLSearchParams(query));
    const parts = filterParts.filter((part) => hasFilterPart(asked, part));
    void (async () => {
      const found: FilterRemoval[] = [];
      for (const part of parts) {
        const loosened = toEnquirySearch(clearFilterPart(asked, part)).toString();
        if (loosened === '') continue;
        const outcome = await tryRequest<InboxListView>(`enquiries?${loosened}`, {
          method: 'GET',
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        if (outcome.isDone && outcome.answer.count > 0) found.push({ part, count: outcome.answer.count });
      }
      setWays(found);
    })();
    return () => controller.abort();
  }, [query]);
  return ways;
}

/**
 * Formats a part of the filter: `Office: Hamburg`. State, delivery and time are formatted without their
 * value.
 */
function formatFilterPart(
  part: FilterPart,
  {
    filter,
    choices,
    say,
  }: {
    readonly filter: EnquiryListFilter;
    readonly choices: InboxChoices | undefined;
    readonly say: FormatMessage;
  },
): string {
  /** Returns the name of the object with this id, or the id if there is none. */
  const findName = (
    some: readonly { readonly id: string | number; readonly name: string }[] = [],
    id: string,
  ) => some.find((one) => String(one.id) === id)?.name ?? id;
  /** Formats a label and a value, each with its own text direction. */
  const formatLabelled = (label: string, value: string) =>
    say('labelled', { label, value: isolateBidi(value) });
  const fact = factFilters.find(({ name }) => name === part);
  if (fact)
    return formatLabelled(say(fact.label), findName(choices && fact.getChoices(choices), filter[fact.name]));
  switch (part) {
    case 'search':
      return formatLabelled(say('search'), filter.search);
    case 'type':
      return formatLabelled(say('desk.type'), findName(choices?.types, filter.type));
    case 'site':
      return formatLabelled(say('desk.site'), filter.site);
    case 'campaign':
      return formatLabelled(say('campaign'), filter.campaign);
    case 'assignee':
      return formatLabelled(
        say('desk.holder'),
        filter.assignee === 'me' ? say('desk.me') : findName(choices?.people, filter.assignee),
      );
    default:
      return say(part === 'state' ? 'desk.state' : part === 'delivery' ? 'desk.delivery' : 'desk.time');
  }
}
