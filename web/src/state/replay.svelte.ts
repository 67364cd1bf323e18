/** The step the replay begins at; 0 for the set-up. */
export const replayPage = $state<{ game: string; seq: number }>({ game: "", seq: 0 });
