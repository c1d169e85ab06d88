import { type ReactNode, useEffect, useState } from 'react';
import { useStudio } from '../context.ts';
import { isolated } from '../isolated.ts';
import type { DeskChoices, DeskPage } from '../protocol-desk.ts';
import { attempt } from '../request.ts';
import type { Say } from '../words.ts';
import {
  everything,
  type Filter,
  type FilterPart,
  filterOf,
  filterParts,
  narrowsBy,
  searchOf,
  without,
} from './filter.ts';

/** The notice that no enquiry matches, with the parts of the filter whose removal would find some. */
export function NothingFound({
  filter,
  choices,
  onFilter,
}: {
  readonly filter: Filter;
  readonly choices: DeskChoices | undefined;
  readonly onFilter: (filter: Filter) => void;
}): ReactNode {
  const { say } = useStudio();
  const ways = useWays(filter);
  return (
    <div className="st-empty st-desk-nothing">
      <p className="st-desk-empty">{say('desk.no-match')}</p>
      {ways.length > 0 && (
        <ul>
          {ways.map(({ part, count }) => (
            <li key={part}>
              <button type="button" className="st-button" onClick={() => onFilter(without(filter, part))}>
                {say('desk.without', { what: partText(part, { filter, choices, say }), count })}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <button type="button" className="st-link" onClick={() => onFilter(everything)}>
          {say('desk.clear')}
        </button>
      </p>
    </div>
  );
}

interface Way {
  readonly part: FilterPart;
  /** The number of enquiries without this part. */
  readonly count: number;
}

/**
 * Counts, for each part of the filter, the enquiries that its removal would find. A filter with a single part
 * is skipped: removing it shows the whole list.
 */
function useWays(filter: Filter): readonly Way[] {
  const [ways, setWays] = useState<readonly Way[]>([]);
  const query = searchOf(filter).toString();
  useEffect(() => {
    const controller = new AbortController();
    const asked = filterOf(new URLSearchParams(query));
    const parts = filterParts.filter((part) => narrowsBy(asked, part));
    void (async () => {
      const found: Way[] = [];
      for (const part of parts) {
        const loosened = searchOf(without(asked, part)).toString();
        if (loosened === '') continue;
        const outcome = await attempt<DeskPage>(`enquiries?${loosened}`, {
          ...{ method: 'GET', signal: controller.signal },
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

/** Formats a part of the filter as it is labelled above the list: `State: Answered`. */
function partText(
  part: FilterPart,
  {
    filter,
    choices,
    say,
  }: { readonly filter: Filter; readonly choices: DeskChoices | undefined; readonly say: Say },
): string {
  const nameOf = (
    some: readonly { readonly id: string | number; readonly name: string }[] = [],
    id: string,
  ) => some.find((one) => String(one.id) === id)?.name ?? id;
  const named = (label: string, value: string) => `${label}: ${isolated(value)}`;
  switch (part) {
    case 'search':
      return named(say('search'), filter.search);
    case 'type':
      return named(say('desk.type'), nameOf(choices?.types, filter.type));
    case 'office':
      return named(say('desk.office'), nameOf(choices?.offices, filter.office));
    case 'site':
      return named(say('desk.site'), filter.site);
    case 'assignee':
      return named(
        say('desk.holder'),
        filter.assignee === 'me' ? say('desk.me') : nameOf(choices?.people, filter.assignee),
      );
    default:
      return say(part === 'state' ? 'desk.state' : part === 'delivery' ? 'desk.delivery' : 'desk.time');
  }
}
