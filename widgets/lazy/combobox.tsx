/** This module is loaded when an autocomplete field is first rendered (`autocomplete-widget.tsx`). */
import {
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { announcementDelayMs } from '../announcement-delay.ts';
import {
  type FieldWidgetProps,
  getControlAttributes,
  getWidgetChoices,
  toAttributeValue,
  type WidgetChoice,
} from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';
import { PathContext } from '../frame/path-context.ts';
import { findChoiceByLabel, findMatchingChoices, prepareChoices } from './search-choices.ts';
import './combobox.css';

/** The number of options that are rendered at once. More are rendered when the last one is reached. */
const optionsPerBatch = 50;

/** The number of options by which Page Up and Page Down move. */
const pageStep = 10;

export interface ComboboxProps extends FieldWidgetProps {
  /** The choices of a field that accepts any text. Undefined if the value must be one of the choices. */
  readonly suggestions: readonly string[] | undefined;
}

/**
 * Renders a combobox with a list that filters while a person types (WAI-ARIA Authoring Practices, "Editable
 * Combobox With List Autocomplete"). It commits the value of a choice when it is chosen, and typed text on
 * blur, on Enter and when the fields are flushed. Text that names no choice is committed as well: as the
 * value if the schema accepts any text, otherwise for validation to report.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const { id, placeholder, options, disabled, readonly } = props;
  const { text } = useFields();
  const combobox = useCombobox(props);
  const { list, matches, isBusy } = combobox;
  const announced = useAnnouncedCount(list.isOpen && list.query !== undefined, matches.length);
  const isListed = list.isOpen && matches.length > 0;
  return (
    <span className="sw-select-frame sw-combobox">
      <input
        {...getControlAttributes(props)}
        type="text"
        role="combobox"
        className="sw-input sw-combobox-input"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? getListId(id) : undefined}
        aria-activedescendant={isListed && list.active >= 0 ? getOptionId(id, list.active) : undefined}
        aria-busy={isBusy || undefined}
        disabled={disabled || isBusy}
        readOnly={readonly}
        autoComplete={typeof options.autocomplete === 'string' ? options.autocomplete : 'off'}
        placeholder={isBusy ? text('loading') : placeholder || ' '}
        value={combobox.typed}
        onChange={({ target }) => combobox.type(target.value)}
        onClick={combobox.toggle}
        onBlur={combobox.leave}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && combobox.handleKey(event)) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      />
      {list.isOpen && <ComboboxPopup id={id} label={props.label} {...combobox} />}
      <span className="sw-visually-hidden" role="status">
        {announced === undefined ? '' : text('widgets.autocomplete.matches', { count: announced })}
      </span>
    </span>
  );
}

const getListId = (id: string) => `${id}--list`;
const getOptionId = (id: string, index: number) => `${id}--option-${index}`;

/** Renders the open list: the matches, or that there are none, and how many more there are. */
function ComboboxPopup({
  id,
  label,
  list: { active, limit },
  matches,
  chosen,
  chooseOption,
  renderMore,
}: ComboboxState & { readonly id: string; readonly label: string }): ReactNode {
  const { text } = useFields();
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (active >= 0) popup.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const rendered = matches.slice(0, limit);
  return (
    // The focus stays in the input when a person presses a mouse button in the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus where it is
    <div
      ref={popup}
      className="sw-combobox-popup"
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + 2 * clientHeight > scrollHeight) renderMore();
      }}
    >
      {matches.length > 0 && (
        <div id={getListId(id)} role="listbox" aria-label={label}>
          {rendered.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus
            <div
              key={toAttributeValue(choice.value)}
              id={getOptionId(id, index)}
              role="option"
              className="sw-combobox-option"
              aria-selected={choice === chosen}
              aria-disabled={choice.isDisabled || undefined}
              aria-setsize={matches.length}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              onClick={() => chooseOption(choice)}
            >
              {choice.label}
            </div>
          ))}
        </div>
      )}
      {matches.length === 0 && (
        <p className="sw-combobox-note">{text('widgets.autocomplete.matches', { count: 0 })}</p>
      )}
      {rendered.length < matches.length && (
        <p className="sw-combobox-note" aria-hidden="true">
          {text('widgets.autocomplete.more', { count: matches.length - rendered.length })}
        </p>
      )}
    </div>
  );
}

/** The state of the list. */
interface ComboboxList {
  readonly isOpen: boolean;
  /**
   * The text typed since the list was opened; undefined if nothing was typed and the list shows all choices.
   */
  readonly query: string | undefined;
  /** The index of the active option among the matches; -1 for none. */
  readonly active: number;
  /** The number of options that are rendered. */
  readonly limit: number;
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey'>;

const closedList: ComboboxList = { isOpen: false, query: undefined, active: -1, limit: optionsPerBatch };

/** The state of a combobox, and what a person can do with it. */
interface ComboboxState {
  /** The text in the input. */
  readonly typed: string;
  readonly list: ComboboxList;
  /** The choices that match the query. */
  readonly matches: readonly WidgetChoice[];
  /** The choice that is the value of the field. */
  readonly chosen: WidgetChoice | undefined;
  /** True while the choices are loaded. */
  readonly isBusy: boolean;
  /** Shows a typed text and the choices that match it. */
  readonly type: (text: string) => void;
  /** Opens or closes the list. */
  readonly toggle: () => void;
  /** Closes the list and commits the typed text. */
  readonly leave: () => void;
  /** Commits the value of a choice, shows its label and closes the list. Ignores a disabled choice. */
  readonly chooseOption: (choice: WidgetChoice) => void;
  /**
   * Moves in the list, opens or closes it, chooses an option or commits the text, as the key requires.
   * Returns true if the browser's default action must not happen.
   */
  readonly handleKey: (event: PressedKey) => boolean;
  /** Renders more options. */
  readonly renderMore: () => void;
}

function useCombobox(props: ComboboxProps): ComboboxState {
  const { value, disabled, readonly, suggestions, onChange, onPending } = props;
  const { store } = useFields();
  const isNested = (useContext(PathContext)?.length ?? 0) > 1;
  const widgetChoices = getWidgetChoices(props);
  const choices = useMemo<readonly WidgetChoice[]>(
    () => suggestions?.map((label) => ({ value: label, label })) ?? widgetChoices,
    [suggestions, widgetChoices],
  );
  const entries = useMemo(() => prepareChoices(choices), [choices]);
  const chosen = choices.find((choice) => toAttributeValue(choice.value) === toAttributeValue(value));
  const shown = chosen?.label ?? toAttributeValue(value);

  const [typed, setTyped] = useState(shown);
  const [list, setList] = useState(closedList);
  const [formerShown, setFormerShown] = useState(shown);
  if (formerShown !== shown) {
    setFormerShown(shown);
    setTyped(shown);
  }
  const { query } = list;
  const matches = useMemo(
    () => (query === undefined ? choices : findMatchingChoices(entries, query)),
    [choices, entries, query],
  );
  const isBusy = props['aria-busy'] === true;
  const selected = chosen && query === undefined ? matches.indexOf(chosen) : -1;

  /**
   * Opens the list, unless the field cannot be changed. The option at `index` becomes active; with -1 none
   * does.
   */
  const openList = (index = -1, query?: string) =>
    setList({
      isOpen: !(disabled || readonly || isBusy),
      query,
      active: index,
      limit: Math.max(optionsPerBatch, index + optionsPerBatch),
    });
  /** Closes the list and discards the search, but not the typed text. Commits nothing. */
  const closeList = () => setList(closedList);
  /**
   * Makes the option at an index active, or the nearest one; with a negative index none is active. Renders
   * more options if necessary.
   */
  const moveActive = (index: number) => {
    const active = Math.max(-1, Math.min(index, matches.length - 1));
    if (active === list.active) return;
    setList({ ...list, active, limit: active >= list.limit ? active + optionsPerBatch : list.limit });
  };
  /**
   * Returns the value of a typed text: undefined if it is blank; the value of the choice with this label;
   * else the text itself, wrapped as `{typed}` if a top-level field accepts only its choices.
   */
  const parseText = (entered: string): unknown => {
    if (entered.trim() === '') return undefined;
    const match = findChoiceByLabel(entries, entered);
    if (match) return match.value;
    // An unknown text is stored until it is validated, so that it does not vanish.
    return suggestions || isNested ? entered : { typed: entered };
  };
  /**
   * Commits the typed text, if it differs from the label of the value. The input then shows the label of the
   * choice that the text names, if any.
   */
  const commit = () => {
    if (typed === shown) return;
    const parsed = parseText(typed);
    const match = choices.find((choice) => choice.value === parsed);
    setTyped(match?.label ?? typed);
    onChange(parsed);
  };
  const commitPending = useEffectEvent(commit);
  useEffect(() => store.registerPending(() => commitPending()), [store]);
  const leave = () => {
    closeList();
    commit();
  };
  const chooseOption = (choice: WidgetChoice) => {
    if (choice.isDisabled) return;
    setTyped(choice.label);
    closeList();
    onChange(choice.value);
  };

  const handleKey = ({ key, altKey }: PressedKey): boolean => {
    const { isOpen, active } = list;
    const choice = isOpen ? matches[active] : undefined;
    if (key === 'ArrowDown') {
      if (!isOpen) openList(altKey ? -1 : Math.max(selected, 0));
      else if (!altKey) moveActive(active + 1 < matches.length ? active + 1 : 0);
      return true;
    }
    if (key === 'ArrowUp') {
      if (altKey) closeList();
      else if (!isOpen) openList(selected);
      else moveActive(active - 1);
      return true;
    }
    if (isOpen && (key === 'PageDown' || key === 'PageUp')) {
      moveActive(key === 'PageDown' ? active + pageStep : active - pageStep);
      return true;
    }
    if (key === 'Enter' && choice) {
      chooseOption(choice);
      return true;
    }
    if (key === 'Escape' && isOpen) {
      closeList();
      return true;
    }
    if (key === 'Enter') leave();
    // The focus returns to the text, as with every other key that moves the caret.
    if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) moveActive(-1);
    return false;
  };

  return {
    typed,
    list,
    matches,
    chosen,
    isBusy,
    type(entered) {
      setTyped(entered);
      openList(-1, entered);
      onPending(parseText(entered));
    },
    toggle: () => (list.isOpen ? closeList() : openList(selected)),
    leave,
    chooseOption,
    handleKey,
    renderMore: () => setList({ ...list, limit: list.limit + optionsPerBatch }),
  };
}

/**
 * Returns `count`, the number of matches, once it has been the same for a while; until then the number
 * before, if any. Returns undefined as long as `isAnnounced` is false.
 */
function useAnnouncedCount(isAnnounced: boolean, count: number): number | undefined {
  const [announced, setAnnounced] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(isAnnounced ? count : undefined), 2 * announcementDelayMs);
    return () => clearTimeout(timer);
  }, [isAnnounced, count]);
  return isAnnounced ? announced : undefined;
}
