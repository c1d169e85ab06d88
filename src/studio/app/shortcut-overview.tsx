import { type ReactNode, useState } from 'react';
import { useStudio } from '../draft/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { StudioMessageKey } from '../ui/messages.ts';
import { hasSingleKeys, setSingleKeys } from '../ui/shortcuts.ts';

const shortcuts: readonly (readonly [keys: readonly string[], does: StudioMessageKey])[] = [
  [['Ctrl K'], 'shortcut.palette'],
  [['Ctrl Z'], 'undo'],
  [['Ctrl Shift Z', 'Ctrl Y'], 'redo'],
  [['Alt N'], 'fields.add'],
  [['Alt P'], 'publish'],
  [['Alt ↑', 'Alt ↓'], 'shortcut.move'],
  [['↑', '↓', '←', '→'], 'shortcut.cells'],
  [['J', 'K'], 'shortcut.enquiries'],
  [['X', 'Shift X'], 'shortcut.select'],
  [['A', 'E'], 'shortcut.handle'],
  [['R'], 'shortcut.reply'],
  [['B'], 'shortcut.selected'],
  [['/'], 'shortcut.search'],
  [['Enter'], 'shortcut.write'],
  [['Shift Enter'], 'shortcut.line'],
  [['Esc'], 'shortcut.close'],
  [['?'], 'shortcuts'],
];

/**
 * Renders a dialog with all keyboard shortcuts and a checkbox that switches the single-key ones on or off.
 */
export function ShortcutOverview({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { say } = useStudio();
  const [isSingleKeysOn, setIsSingle] = useState(hasSingleKeys);
  return (
    <Dialog label={say('shortcuts')} onClose={onClose}>
      <h2>{say('shortcuts')}</h2>
      <dl className="st-shortcuts st-stack-2">
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt className="st-wrap st-center">
              {keys.map((chord) => (
                <kbd key={chord} dir="ltr">
                  {chord}
                </kbd>
              ))}
            </dt>
            <dd>{say(does)}</dd>
          </div>
        ))}
      </dl>
      <label className="st-tick">
        <input
          type="checkbox"
          checked={isSingleKeysOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setIsSingle(target.checked);
          }}
        />
        {say('shortcuts.single')}
      </label>
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </Dialog>
  );
}
