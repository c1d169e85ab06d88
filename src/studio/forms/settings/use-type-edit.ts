import { getFallbackLocale, type OutlineType, type Patch } from '#engine/editing/index.ts';
import { useDraftState } from '../../draft/context.ts';
import { useEditWithinScope } from '../../rules/use-edit-within-scope.ts';
import { createFormatMessage, type StudioMessageKey } from '../../ui/messages.ts';

/** The properties of each section of the settings. */
export interface SettingsSectionProps {
  readonly type: OutlineType;
  /** The name for visitors, in the studio's language. */
  readonly name: string;
}

export interface TypeEdit {
  /** Performs patches as one undo step; consecutive ones with the same `part` are one step. */
  readonly perform: (part: string, patches: readonly Patch[]) => void;
  /** Returns the description of a new rule, in the fallback language of the draft. */
  readonly describe: (key: StudioMessageKey) => string;
  /** True if the last edit was outside of the scope of the person, so that it was not performed. */
  readonly isOutside: boolean;
}

/** Returns functions that edit the settings of a type. */
export function useTypeEdit({ type: { key }, name }: SettingsSectionProps): TypeEdit {
  const { documents } = useDraftState();
  const { perform, isOutside } = useEditWithinScope();
  return {
    isOutside,
    perform: (part, patches) =>
      perform({
        title: { key: 'type-settings', values: { type: name } },
        patches,
        group: `${key} settings ${part}`,
      }),
    describe: (key) => createFormatMessage(getFallbackLocale(documents))(key, { type: name }),
  };
}
