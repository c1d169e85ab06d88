import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormType } from '#engine';
import { loadNestedFields, needsNestedFields, type ValidatorModule } from '#widgets';
import { createLazy, type LazyValue } from '#widgets/lazy.ts';
import type { Validators } from '../props.ts';

export interface CurrentValidators {
  readonly module: ValidatorModule | undefined;
  /** Loads the module of a type; undefined if that fails. Only the server judges the values then. */
  readonly load: (type: FormType) => Promise<ValidatorModule | undefined>;
}

/**
 * Loads the validators of the current type: at once if rendering needs them, else when `isWanted` is true or
 * `load` is called.
 */
export function useValidators(
  source: Validators,
  { type, isWanted }: { readonly type: FormType | undefined; readonly isWanted: boolean },
): CurrentValidators {
  const latest = useRef(source);
  latest.current = source;
  const [moduleOf] = useState(() => createValidatorLoaders(latest));
  const current = type && moduleOf(type);
  const loaded = () => current?.loaded();
  const module = useSyncExternalStore(current?.subscribe ?? noSubscription, loaded, loaded);
  const load = useCallback(
    (wanted: FormType) =>
      moduleOf(wanted)
        .load()
        .catch(() => undefined),
    [moduleOf],
  );
  useEffect(() => {
    if (type && (isWanted || needsNestedFields(type))) void load(type);
  }, [type, isWanted, load]);
  return { module, load };
}

const noSubscription = () => () => undefined;

/** Returns a function that creates the lazy module of a type once per key. */
function createValidatorLoaders(
  source: RefObject<Validators>,
): (type: FormType) => LazyValue<ValidatorModule> {
  const modules = new Map<string, LazyValue<ValidatorModule>>();
  return (type) => {
    const known = modules.get(type.key);
    if (known) return known;
    const module = createLazy(() => loadValidatorModule(source.current, type));
    const present = source.current.loaded?.[type.key];
    if (present) module.provide(present);
    modules.set(type.key, module);
    return module;
  };
}

/**
 * Loads the validators of a type. For a type with conditions they are useless without the module for nested
 * fields.
 */
async function loadValidatorModule(source: Validators, type: FormType): Promise<ValidatorModule> {
  try {
    const needed = needsNestedFields(type) && loadNestedFields();
    const [module] = await Promise.all([source.load(type.key), needed]);
    return module;
  } catch (error) {
    console.error(`Cannot load the validators of "${type.key}":`, error);
    throw error;
  }
}
