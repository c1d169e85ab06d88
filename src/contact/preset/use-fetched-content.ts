/* A preset provides the hook that fetches its content, by its queries, as soon as a plan needs it. */

export { useEventTitles as useFetchedContent } from '../yard/use-event-titles.ts';
