const MINUTE_S = 60;

/** 130 seconds are "2:10". */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
