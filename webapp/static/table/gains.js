/** For each turn what it added to each player's total: in Qwixx others earn in it too. */
export const gains = ({ began, turns }) =>
  turns.map(({ totals }, at) => totals.map((total, player) => total - (at ? turns[at - 1].totals : began)[player]));
