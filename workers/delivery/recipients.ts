/** The last look at recipients, those of one broadcast together. Answers in the order given. */
export async function decideByBroadcast<Claim, Decision>(
  claims: readonly Claim[],
  broadcastOf: (claim: Claim) => string,
  decide: (broadcastId: string, group: readonly Claim[]) => Promise<readonly Decision[]>,
): Promise<readonly Decision[]> {
  const decided = new Map<Claim, Decision>();
  await Promise.all(
    [...Map.groupBy(claims, broadcastOf)].map(async ([broadcastId, group]) => {
      const decisions = await decide(broadcastId, group);
      group.forEach((claim, index) => decided.set(claim, decisions[index]!));
    }),
  );
  return claims.map((claim) => decided.get(claim)!);
}
