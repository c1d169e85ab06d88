import type { Documents, Form } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { formatFindingCounts, formatLocatedFinding, locateFindings } from '../output/finding-lines.ts';
import { loadWorkspace, type Workspace } from './load.ts';

export interface CompiledWorkspace {
  readonly form: Form;
  readonly documents: Documents;
  readonly workspace: Workspace;
}

/**
 * Calls `work` with the compiled form and returns its exit code. If the documents do not compile, prints all
 * findings instead and returns exit code 1. Throws the errors of `loadWorkspace`.
 */
export async function runWithForm(
  given: CommandArguments,
  io: Io,
  work: (loaded: CompiledWorkspace) => Promise<ExitCode>,
): Promise<ExitCode> {
  const workspace = await loadWorkspace(given, io);
  const { loaded } = workspace;
  return loaded.ok ? work({ ...loaded, workspace }) : printFindings(loaded.findings, workspace, given, io);
}

/**
 * Prints the findings of documents that do not compile, with `--json` on standard output, else on standard
 * error. Returns exit code 1.
 */
export function printFindings(
  findings: readonly Finding[],
  workspace: Workspace,
  given: CommandArguments,
  io: Io,
): ExitCode {
  if (given.flag('json'))
    io.out(formatJsonOutput({ ok: false, findings: locateFindings(findings, workspace) }));
  else {
    const lines = findings.flatMap((finding) => formatLocatedFinding(finding, workspace));
    io.err(`${lines.join('\n')}\n\n${formatFindingCounts(findings)}.\n`);
  }
  return 1;
}
