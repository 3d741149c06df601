export type { Caller, CommandContext, CommandOutcome } from './caller.ts';
export type { Commands } from './catalogue.ts';
export type { CommandDependencies, Identifiers } from './dependencies.ts';
