import type { Documents, Form } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import type { ExitCode, Given } from '../args/command.ts';
import { type Io, json } from '../io.ts';
import { countLine, findingData, findingLines } from '../output/finding-lines.ts';
import { loadWorkspace, type Workspace } from './load.ts';

export interface LoadedForm {
  readonly form: Form;
  readonly documents: Documents;
  readonly workspace: Workspace;
}

/**
 * Calls `work` with the compiled form. If the documents have problems, prints all of them and returns exit
 * code 1.
 */
export async function withForm(
  given: Given,
  io: Io,
  work: (loaded: LoadedForm) => Promise<ExitCode>,
): Promise<ExitCode> {
  const workspace = await loadWorkspace(given, io);
  const { loaded } = workspace;
  return loaded.ok ? work({ ...loaded, workspace }) : tellFindings(loaded.findings, workspace, given, io);
}

/** Prints the findings of documents that do not compile and returns exit code 1. */
export function tellFindings(
  findings: readonly Finding[],
  workspace: Workspace,
  given: Given,
  io: Io,
): ExitCode {
  if (given.flag('json')) io.out(json({ ok: false, findings: findingData(findings, workspace) }));
  else {
    const lines = findings.flatMap((finding) => findingLines(finding, workspace));
    io.err(`${lines.join('\n')}\n\n${countLine(findings)}.\n`);
  }
  return 1;
}
