/** This module is loaded if a form has text or pictures between its fields (`load-blocks.ts`). */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type BlockPlan, typeField } from '#engine';
import { announcementDelayMs } from '../announcement-delay.ts';
import { renderInChunks } from '../fields/render-in-chunks.tsx';
import { BlockView } from './block-view.tsx';
import './blocks.css';
import type { Blocks } from './blocks.ts';

/**
 * Returns the elements of the fields with the visible blocks before them, then the blocks without a field,
 * then the live region for notices. Each field has the same element and key as in `renderInChunks`. So no
 * field is rendered again or loses the focus when a block appears or disappears, when this module has loaded
 * or when the type changes.
 * @param drawn The rendered fields. Those that the type does not have are omitted, except the type itself.
 * @param parts The chunks of a long form, for `renderInChunks`.
 */
export const renderWithBlocks: Blocks['draw'] = (drawn, { type, blocks, headingLevel }, { text, parts }) => {
  const warning = text('notice.warning');
  const contents = new Map(drawn.map(({ name, content }) => [name, content]));
  /** Renders the visible blocks before a field; without a field, those after the last field. */
  const renderBlocksBefore = (field?: string) =>
    blocks
      .filter(({ definition, visibility }) => definition.before === field && visibility === 'shown')
      .map((block) => (
        <BlockView key={`-block-${block.name}`} block={block} headingLevel={headingLevel} warning={warning} />
      ));
  const fields = type.fields
    .map(({ name }) => ({ name, content: [...renderBlocksBefore(name), contents.get(name)] }))
    .filter(({ content }) => content.some(Boolean));
  return [
    contents.get(typeField),
    ...renderInChunks(fields, parts),
    ...renderBlocksBefore(),
    <NoticeAnnouncements key="-announcements" type={type} blocks={blocks} warning={warning} />,
  ];
};

/**
 * Announces notices that appear because of an answer. Notices that are there when the fields appear are not
 * announced, because screen readers reach them together with the fields. The live region exists from the
 * first paint, because screen readers often ignore text that arrives together with its region.
 */
function NoticeAnnouncements({
  type,
  blocks,
  warning,
}: Pick<Blocks, 'type' | 'blocks'> & { readonly warning: string }): ReactNode {
  const notices = selectShownNotices(blocks);
  const latest = useRef(notices);
  latest.current = notices;
  const names = notices.map(({ name }) => name).join();
  const seen = useRef({ type, names });
  const [announcement, setAnnouncement] = useState('');
  // Notices are compared by name, not by text: a notice that quotes an answer is not announced again with
  // each keystroke.
  useEffect(() => {
    const before = seen.current;
    seen.current = { type, names };
    const known = before.names.split(',');
    const newNames = before.type === type ? names.split(',').filter((name) => !known.includes(name)) : [];
    setAnnouncement('');
    if (newNames.length === 0) return;
    const timer = setTimeout(() => {
      const newNotices = latest.current.filter(({ name }) => newNames.includes(name));
      setAnnouncement(newNotices.map((notice) => formatNotice(notice, warning)).join(' '));
    }, announcementDelayMs);
    return () => clearTimeout(timer);
  }, [type, names, warning]);
  return (
    <p className="sw-visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/** Returns the blocks that are notices and are visible. */
function selectShownNotices(blocks: readonly BlockPlan[]): readonly BlockPlan[] {
  return blocks.filter(
    ({ definition, visibility }) => definition.kind === 'notice' && visibility === 'shown',
  );
}

/**
 * Returns the text of a notice for screen readers: `warning` if its tone is a warning, then its title and a
 * full stop, then its text.
 */
function formatNotice({ definition, texts: { title, text } }: BlockPlan, warning: string): string {
  const lead = definition.tone === 'warning' ? warning : undefined;
  return [lead, title && `${title}.`, text].filter(Boolean).join(' ');
}
