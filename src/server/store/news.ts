/** What is new in a database that several instances share, told to each of them at once; whoever misses it finds it by looking. */
export type News = (typeof allNews)[number];

/** Everything that is told: another version is live, or waits for its time; the draft is another; somebody has come into the studio, gone, or is elsewhere. */
export const allNews = ['versions', 'draft', 'presence'] as const;

/** Hears of news; gives what ends that. */
export type OnNews = (listener: (news: News) => void) => () => void;
