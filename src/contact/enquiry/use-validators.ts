import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormType } from '#engine';
import { loadNestedFields, needsNestedFields, type ValidatorModule } from '#widgets';
import { createLazy, type LazyValue } from '#widgets/lazy.ts';
import type { Validators } from '../props.ts';

/** The validators of the current type, and a function that loads those of any type. */
export interface CurrentValidators {
  readonly module: ValidatorModule | undefined;
  /** Loads the module of a type; undefined if that fails. Only the server judges the values then. */
  readonly load: (type: FormType) => Promise<ValidatorModule | undefined>;
}

/**
 * Returns the validators of the current type as `module`; undefined until they are loaded, if that fails, and
 * without a type. They are loaded at once if rendering needs them, else when `isWanted` is true or `load` is
 * called.
 */
export function useValidators(
  source: Validators,
  { type, isWanted }: { readonly type: FormType | undefined; readonly isWanted: boolean },
): CurrentValidators {
  const latest = useRef(source);
  latest.current = source;
  const [getLazyModule] = useState(() => createLazyModules(latest));
  const current = type && getLazyModule(type);
  const getLoadedModule = () => current?.loaded();
  const module = useSyncExternalStore(
    current?.subscribe ?? subscribeToNothing,
    getLoadedModule,
    getLoadedModule,
  );
  const load = useCallback(
    (wanted: FormType) =>
      getLazyModule(wanted)
        .load()
        .catch(() => undefined),
    [getLazyModule],
  );
  useEffect(() => {
    if (type && (isWanted || needsNestedFields(type))) void load(type);
  }, [type, isWanted, load]);
  return { module, load };
}

/** Subscribes to nothing and returns a function without effect. */
const subscribeToNothing = () => () => undefined;

/** Returns a function that returns the lazy validators of a type: one object per key of a type. */
function createLazyModules(source: RefObject<Validators>): (type: FormType) => LazyValue<ValidatorModule> {
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
 * Loads the validators of a type and, if it has conditions, also the module for nested fields, without which
 * they are useless. Logs an error and rejects if one of them fails.
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
