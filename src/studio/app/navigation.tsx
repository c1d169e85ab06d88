import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { SignedInPerson } from '../../api/people.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { includesRole } from '../auth/permissions/roles.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { GuestCommentCount } from '../review/form-comments.tsx';
import { useHash } from '../ui/address.ts';

/** The pages in the navigation, by the segment of their address, grouped by what a person wants to do. */
const pageGroups = [
  ['forms', 'content', 'texts', 'rules'],
  ['enquiries', 'figures'],
  ['checks', 'history'],
  ['people'],
] as const;

/** Pages for rare and technical tasks, which a menu contains, with their addresses. */
const advancedPages = [
  ['json', '/studio/json'],
  ['tokens', '/studio/account#tokens'],
  ['audit', '/studio/audit'],
] as const;

type PageName = (typeof pageGroups)[number][number] | (typeof advancedPages)[number][0];

/** Returns true if the navigation offers the page to this person. Most pages are offered to everybody. */
function isPageOffered(name: PageName, me: SignedInPerson): boolean {
  if (name === 'enquiries') return hasEnquiryRight(me, 'read');
  return (name !== 'people' && name !== 'audit') || includesRole(me.role, 'owner');
}

/**
 * Renders the links to the pages of the studio in groups, and the menu "Advanced". On narrow screens they are one
 * line that scrolls.
 * @param part The segment of the address of the current page, which is marked.
 */
export function Navigation({ part }: { readonly part: string }): ReactNode {
  const { say, me } = useStudio();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Used only to run the effect again.
    void part;
    const [tabs, current] = [list.current, list.current?.querySelector('[aria-current]')?.parentElement];
    if (tabs && current)
      tabs.scrollTo({ left: current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2 });
  }, [part]);
  return (
    <nav aria-label={say('parts')}>
      <ul ref={list} className="st-tabs">
        {pageGroups.map((names) =>
          names
            .filter((name) => isPageOffered(name, me))
            .map((name, at) => (
              <li key={name} className={`st-tab${at === 0 ? ' st-tab--first' : ''}`}>
                <a href={`/studio/${name}`} aria-current={part === name ? 'page' : undefined}>
                  {say(name)}
                </a>
                {name === 'forms' && <GuestCommentCount />}
                {name === 'checks' && <ErrorCount />}
              </li>
            )),
        )}
        <li className="st-tab st-tab--first">
          <AdvancedMenu part={part} />
        </li>
      </ul>
    </nav>
  );
}

/** Renders the number of errors in the draft, on the tab of the checks. Renders nothing without errors. */
function ErrorCount(): ReactNode {
  const { say } = useStudio();
  const { report } = useDraftState();
  const errors = report?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  if (errors === 0) return null;
  return (
    <span className="st-count st-count--error">
      {errors}
      <span className="st-visually-hidden"> {say('checks.errors', { count: errors })}</span>
    </span>
  );
}

/**
 * Renders a button and the menu with the advanced pages. Arrow keys move in the menu; Escape closes it, and the focus
 * returns to the button. The button is marked while one of the pages is open.
 */
function AdvancedMenu({ part }: { readonly part: string }): ReactNode {
  const { say, me } = useStudio();
  const id = useId();
  const hash = useHash();
  const button = useRef<HTMLButtonElement>(null);
  const [position, setPosition] = useState({});
  const current = part === 'account' && hash === 'tokens' ? 'tokens' : part;
  const isCurrent = advancedPages.some(([name]) => name === current);
  /** Places the menu below its button, because the line of links scrolls and would cut it off. */
  const placeMenu = () => {
    const { left = 0, right = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {};
    const start = document.dir === 'rtl' ? innerWidth - right : left;
    // The menu is 12 rem wide, and stays within the window.
    setPosition({
      insetBlockStart: bottom + 4,
      insetInlineStart: `max(0.5rem, min(${start}px, 100vw - 12.5rem))`,
    });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="st-tab-button"
        popoverTarget={id}
        aria-current={isCurrent || undefined}
      >
        {say('parts.advanced')}
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 6 4 4 4-4" />
        </svg>
      </button>
      <ul
        id={id}
        popover="auto"
        className="st-tab-menu"
        style={position}
        onBeforeToggle={placeMenu}
        onKeyDown={moveFocusByArrow}
      >
        {advancedPages
          .filter(([name]) => isPageOffered(name, me))
          .map(([name, address]) => (
            <li key={name}>
              <a
                href={address}
                aria-current={current === name ? 'page' : undefined}
                onClick={({ currentTarget }) =>
                  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                }
              >
                {say(name)}
              </a>
            </li>
          ))}
      </ul>
    </>
  );
}

/** Moves the focus to the next or previous link of the menu by the arrow keys, and to its ends by Home and End. */
function moveFocusByArrow(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % links.length,
    ArrowUp: (at - 1 + links.length) % links.length,
    Home: 0,
    End: links.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  links[target]?.focus();
}
