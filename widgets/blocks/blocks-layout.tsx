/** The part that is loaded where a form has text or pictures among its fields (`load-blocks.ts`). */
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { type BlockPlan, typeField } from '#engine';
import { announcementDelayMs } from '../announcement-delay.ts';
import { type DrawnField, inParts } from '../fields/in-parts.tsx';
import { useFields } from '../fields/use-fields.ts';
import { BlockView } from './block-view.tsx';
import './blocks.css';
import type { Blocks } from './blocks.ts';

/** Drawn fields with the blocks of their type in their places. */
export function withBlocks(drawn: readonly DrawnField[], blocks: Blocks): ReactNode {
  return <BlocksLayout drawn={drawn} {...blocks} />;
}

/** The fields stay the elements that they were, so that none is drawn again for a block that comes or goes. */
function BlocksLayout({
  drawn,
  type,
  blocks,
  headingLevel,
}: Blocks & { readonly drawn: readonly DrawnField[] }): ReactNode {
  const { text, parts } = useFields();
  const warning = text('notice.warning');
  const contents = new Map(drawn.map(({ name, content }) => [name, content]));
  const standing = (field?: string) =>
    blocks
      .filter(({ definition, visibility }) => definition.before === field && visibility === 'shown')
      .map((block) => (
        <BlockView key={block.name} block={block} headingLevel={headingLevel} warning={warning} />
      ));
  const fields = type.fields
    .map(({ name }) => ({ name, before: standing(name), content: contents.get(name) }))
    .filter(({ before, content }) => before.length > 0 || content !== undefined)
    .map(({ name, before, content }) => ({
      name,
      content: <Fragment key={name}>{[...before, content]}</Fragment>,
    }));
  return [
    contents.get(typeField),
    ...inParts(fields, parts),
    ...standing(),
    <NoticeAnnouncements key="-announcements" type={type} blocks={blocks} warning={warning} />,
  ];
}

/**
 * Says what notices answers have brought, for who hears the page: those that were there with the fields are met where they stand. It is
 * there from the first paint, because what comes together with its region is often not said.
 */
function NoticeAnnouncements({
  type,
  blocks,
  warning,
}: Pick<Blocks, 'type' | 'blocks'> & { readonly warning: string }): ReactNode {
  const notices = noticesOf(blocks);
  const latest = useRef(notices);
  latest.current = notices;
  const names = notices.map(({ name }) => name).join();
  const seen = useRef({ type, names });
  const [news, setNews] = useState('');
  // Not by their words: a notice that says an answer is not said again with each keystroke.
  useEffect(() => {
    const before = seen.current;
    seen.current = { type, names };
    const known = before.names.split(',');
    const come = before.type === type ? names.split(',').filter((name) => !known.includes(name)) : [];
    setNews('');
    if (come.length === 0) return;
    const timer = setTimeout(() => {
      const those = latest.current.filter(({ name }) => come.includes(name));
      setNews(those.map((notice) => wordsOf(notice, warning)).join(' '));
    }, announcementDelayMs);
    return () => clearTimeout(timer);
  }, [type, names, warning]);
  return (
    <p className="sw-visually-hidden" role="status">
      {news}
    </p>
  );
}

function noticesOf(blocks: readonly BlockPlan[]): readonly BlockPlan[] {
  return blocks.filter(
    ({ definition, visibility }) => definition.kind === 'notice' && visibility === 'shown',
  );
}

function wordsOf({ definition, texts: { title, text } }: BlockPlan, warning: string): string {
  const lead = definition.tone === 'warning' ? warning : undefined;
  return [lead, title && `${title}.`, text].filter(Boolean).join(' ');
}
