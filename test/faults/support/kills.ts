/** How often a test kills: a few times in every run, as often as `KILLS` says by command. */
export const killsOr = (few: number): number => Number(process.env['KILLS'] ?? few);
