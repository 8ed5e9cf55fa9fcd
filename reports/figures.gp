# Each kind of figure: its title, which goes on with the subject, the size of a panel in pixels, and the notes under
# it; with no columns the number of panels decides. Reads: figure_kind figure_subject, and the notes that depend on the
# data: notes note_text. What is for a column of a paper, 84 mm or 318 pixels of CSS, has neither title nor notes,
# which are the caption's.
title = ''; panel_width = 318; panel_height = 260; columns = 1; note_1 = ''; note_2 = ''
if (figure_kind eq 'model-order') { title = 'Errors on'; panel_width = 400; panel_height = 350; columns = 0 }
if (figure_kind eq 'method-order') { title = 'Errors of'; panel_width = 300; panel_height = 260; columns = 4 }
if (strlen(title)) {
  note_1 = 'Filled: judged. Hollow: measured, not used for the verdict. Cross on the upper edge: no value at this step size.'
  note_2 = 'Grey band: the measured noise level of a curve, where it is near. Dashed: a claimed slope. On the lower edge: exactly 0.'
}
if (figure_kind eq 'model-energy' || figure_kind eq 'model-constraint') {
  title = figure_kind eq 'model-energy' ? 'Energies and invariants on' : 'Constraint residuals on'
  panel_width = 400; panel_height = 330; columns = 0
  note_1 = 'The largest absolute value in each of up to 128 equal blocks of the run, drawn at the middle of the block.'
  note_2 = 'On the lower edge: exactly 0. Beyond the upper edge: far above all others. Cross on the upper edge: the run failed.'
}
if (figure_kind eq 'method-long') {
  title = 'Long runs of'; panel_width = 400; panel_height = 240; columns = 3
  note_1 = 'Δ: the difference from the initial value, the lowest and the highest in each of up to 128 equal blocks. Cross on the upper edge: the run failed.'
}
if (figure_kind eq 'model-ensemble') {
  title = 'Mean squares over the ensemble'; panel_width = 480; panel_height = 380; columns = 2
  note_1 = 'p: the claimed power of h. Where the mean square goes as hᵖ, the curves of a method fall together after scaling.'
}
if (figure_kind eq 'model-trajectory') {
  title = 'Trajectories of'; panel_width = 400; panel_height = 374; columns = 3
  note_1 = "Grey behind a method's curve: the exact motion. Paler on a sphere: behind it. Of a section each point is a passage, found along a line between two steps."
}
if (figure_kind eq 'model-work') {
  title = 'Work and accuracy on'; panel_width = 520; panel_height = 420; columns = 2
  note_1 = 'What a method does not need (a Jacobian, of an explicit one) is not drawn. Of times: the median of five rounds, and in pale the range of the middle three.'
}
if (figure_kind eq 'model-tolerance') {
  title = 'Tolerances on'; panel_width = 620; panel_height = 460; columns = 1
  note_1 = 'Grey line: the tolerance itself. Cross on the upper edge: no result.'
}
if (figure_kind eq 'column-work') { panel_height = 300 }
if (figure_kind eq 'columns-work') { panel_width = 480; panel_height = 420; columns = 2 }

narrow = title eq ''
figure_title = narrow ? '' : title . ' ' . figure_subject
fixed = (note_1 ne '') + (note_2 ne '')
notes = notes + fixed
note(i) = i == 1 && fixed > 0 ? note_1 : i == 2 && fixed > 1 ? note_2 : note_text[i - fixed]
