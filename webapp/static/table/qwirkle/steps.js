/** What one tap writes. */

/** Writes an event; at a table where draws are told, those that nobody has told of come before it. */
export async function happen(room, event) {
  for (const [player, count] of room.state.owed.entries()) {
    if (count && !(await room.event({ event: "draw", player, count }))) return false;
  }
  return room.event(event);
}
