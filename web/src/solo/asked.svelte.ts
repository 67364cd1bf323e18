/** Whether the reasons of orders are unfolded: once asked for, they stay so for the next ones. */

class Asked {
  why = $state(false);
}

export const asked = new Asked();
